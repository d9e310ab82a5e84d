"""The bot: looks through its seat's eyes, asks the net, does what it likes best."""

from collections.abc import Callable

from tamaya.bots.api import Move
from tamaya.bots.net.brain import Brain
from tamaya.formats.nets import NetError
from tamaya.kernel.from_view import ViewEncoder
from tamaya.kernel.game.actions import number_of
from tamaya.kernel.observe.feature_names import action_names
from tamaya.kernel.observe.features import features_length
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
    """A net at a table: what it sees and remembers of the game, and what it chooses."""

    def __init__(self, options: Options, brain: Brain) -> None:
        actions = action_names(options).values()
        game = (options.players, features_length(options, brain.depth), len(actions))
        if (brain.players, brain.inputs, brain.actions) != game:
            told = f"{brain.variant} with {brain.players} players"
            asked = f"{format_options(options)} with {options.players}"
            raise NetError(f"this net was trained for {told}, not for {asked}")
        self.options, self.brain = options, brain
        self.encoder = ViewEncoder(options, brain.depth)
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
        scores = self.brain.scores(self.encoder.encode(view))
        legal = {number_of(view.table, action): action for action in self.open_to(view)}
        number = max(legal.keys() & self.places, key=lambda one: float(scores[self.places[one]]))
        return legal[self.encoder.announce(number)]


def _is_empty(view: View, action: Action) -> bool:
    return isinstance(action, ColourClue | ValueClue) and not touched(view, action)
