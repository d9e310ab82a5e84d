"""A game in the kernel beside the rules, with its memory and its features."""

import numpy as np
import numpy.typing as npt

from support.kernel.lockstep import Compile, Lockstep
from tamaya.kernel.observe import features, memory
from tamaya.rules import (
    Action,
    State,
)
from tamaya.rules.events import Clued, Drew

DEPTH = 6


NEVER = 99


class Watched:
    """A game with a memory, and by the rules what is remembered."""

    def __init__(self, compiled: Compile, state: State) -> None:
        self.game = Lockstep(compiled, state)
        self.compiled = compiled
        options = state.table.options
        self.m = np.full(memory.memory_words(options), 77, np.int64)
        compiled(memory.start_memory)(self.game.t, self.game.w, self.m)
        self.drawn = {card: 0 for hand in state.table.hands for card in hand}
        self.touched = dict.fromkeys(self.drawn, NEVER)

    @property
    def state(self) -> State:
        return self.game.state

    def do(self, action: Action) -> None:
        before = self.game.n
        events = self.game.do_blindly(action)
        self.compiled(memory.remember_action)(self.game.t, self.game.w, self.m, before)
        self.drawn = {card: ago + 1 for card, ago in self.drawn.items()}
        self.touched = {card: ago + 1 for card, ago in self.touched.items()}
        for event in events:
            if isinstance(event, Drew):
                self.drawn[event.card], self.touched[event.card] = 0, NEVER
            if isinstance(event, Clued):
                self.touched |= dict.fromkeys(event.cards, 0)

    def seen(self, seat: int) -> npt.NDArray[np.uint8]:
        count = features.features_length(self.game.options, DEPTH)
        packed = np.full(-(-count // 64), 0x5555, np.int64)
        write = self.compiled(features.encode_features)
        assert write(self.game.t, self.game.w, self.m, seat, DEPTH, packed) == count
        return np.unpackbits(packed.view(np.uint8), bitorder="little")[:count]
