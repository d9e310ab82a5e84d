"""The bot: looks through its seat's eyes, asks the net, does what it likes best."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tamaya.bots.base import Move
from tamaya.bots.net.brain import Brain
from tamaya.bots.net.seen import Memory, words
from tamaya.formats.nets import NetError
from tamaya.kernel.actions import number_of
from tamaya.kernel.features import features, features_length
from tamaya.kernel.layout import LAST, tables
from tamaya.kernel.packing import words_for
from tamaya.rules import Options, View, legal_actions, notation

MASK64 = (1 << 64) - 1


class NetBot:
    """Plays one net, in the games that it was trained for."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self._memory: Memory | None = None
        self._tables: list[int] = []

    def act(self, view: View) -> Move:
        """The legal action that the net likes best."""
        scores = self.brain.scores(self.seen(view))
        legal = {number_of(view.table, action): action for action in legal_actions(view)}
        return Move(legal[max(legal, key=lambda number: float(scores[number]))])

    def seen(self, view: View) -> npt.NDArray[np.uint8]:
        """What the net is shown."""
        options, memory = view.table.options, self._memory
        if memory is None or memory.options != options:
            memory = self._begin(options)
        memory.follow(view)
        t = self._tables
        w = words(view, t)
        w[LAST] = memory.actions[-1] if memory.actions else 0
        out: Any = [0] * words_for(self.brain.inputs)
        given: tuple[Any, Any, Any] = (t, w, memory.words())
        features(*given, view.seat, self.brain.depth, out)
        packed = np.array([int(word) & MASK64 for word in out], np.uint64)
        return np.unpackbits(packed.view(np.uint8), bitorder="little")[: self.brain.inputs]

    def _begin(self, options: Options) -> Memory:
        brain = self.brain
        if features_length(options, brain.depth) != brain.inputs:
            told = f"{brain.variant} with {brain.players} players"
            asked = f"{notation(options)} with {options.players}"
            raise NetError(f"this net was trained for {told}, not for {asked}")
        self._tables = tables(options).tolist()
        self._memory = Memory(options)
        return self._memory
