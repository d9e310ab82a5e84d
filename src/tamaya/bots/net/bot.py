"""The bot: looks through its seat's eyes, asks the net, does what it likes best."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from tamaya.bots.api import Move
from tamaya.bots.net.brain import Brain
from tamaya.bots.net.seen import Memory, words
from tamaya.formats.nets import NetError
from tamaya.kernel.game.actions import number_of
from tamaya.kernel.game.announce import announced
from tamaya.kernel.game.layout import LAST, tables
from tamaya.kernel.observe.feature_names import action_names
from tamaya.kernel.observe.features import features, features_length
from tamaya.kernel.observe.packing import words_for
from tamaya.rules import (
    Action,
    ColourClue,
    Options,
    ValueClue,
    View,
    format_options,
    legal_actions,
    touched,
)

MASK64 = (1 << 64) - 1


class NetBot:
    """Plays the net that is right for the game it is in."""

    def __init__(self, net_for: Callable[[Options], Brain]) -> None:
        self._net_for = net_for
        self._seat: _Seat | None = None

    def act(self, view: View) -> Move:
        """The legal action that the net likes best."""
        options = view.table.options
        if self._seat is None or self._seat.options != options:
            self._seat = _Seat(options, self._net_for(options))
        return Move(self._seat.best(view))


class _Seat:
    """A net at a table: the tables of its game, and what it remembers."""

    def __init__(self, options: Options, brain: Brain) -> None:
        actions = action_names(options).values()
        game = (options.players, features_length(options, brain.depth), len(actions))
        if (brain.players, brain.inputs, brain.actions) != game:
            told = f"{brain.variant} with {brain.players} players"
            asked = f"{format_options(options)} with {options.players}"
            raise NetError(f"this net was trained for {told}, not for {asked}")
        self.options, self.brain = options, brain
        self.memory, self.tables = Memory(options), tables(options).tolist()
        self.places = {own: place for place, own in enumerate(actions)}

    def open_to(self, view: View) -> tuple[Action, ...]:
        """What may be done; a net that knows no empty clues gives none, if it can do otherwise.

        It cannot when a tile asks for a colour and the others hold black cards only.
        """
        legal = legal_actions(view)
        if self.brain.empty_clues:
            return legal
        some = tuple(action for action in legal if not _is_empty(view, action))
        return some or legal

    def best(self, view: View) -> Action:
        """What the net likes best; a play is announced where that cannot make it a mistake."""
        w = self.words(view)
        scores = self.brain.scores(self.seen(view, w))
        legal = {number_of(view.table, action): action for action in self.open_to(view)}
        number = max(legal.keys() & self.places, key=lambda one: float(scores[self.places[one]]))
        return legal[announced(self.tables, w, number)]

    def words(self, view: View) -> Any:
        """What the seat knows, as the kernel has it."""
        self.memory.follow(view)
        w = words(view, self.tables)
        w[LAST] = self.memory.actions[-1] if self.memory.actions else 0
        return w

    def seen(self, view: View, w: Any) -> npt.NDArray[np.uint8]:
        """What the net is shown."""
        out: Any = [0] * words_for(self.brain.inputs)
        given: tuple[Any, Any, Any] = (self.tables, w, self.memory.words())
        features(*given, view.seat, self.brain.depth, out)
        packed = np.array([int(word) & MASK64 for word in out], np.uint64)
        return np.unpackbits(packed.view(np.uint8), bitorder="little")[: self.brain.inputs]


def _is_empty(view: View, action: Action) -> bool:
    return isinstance(action, ColourClue | ValueClue) and not touched(view, action)
