"""A batch: many games of the same options, played in step."""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from tamaya.kernel import layout
from tamaya.kernel.cpu import CPU
from tamaya.kernel.encode import length
from tamaya.kernel.game import STEP, mixed
from tamaya.rules import Deal, Options
from tamaya.rules.secret import check

MASK64 = (1 << 64) - 1


class Stepped(NamedTuple):
    """What came of a step, for every game."""

    legal: npt.NDArray[np.bool_]  # whether the action was legal; if not, nothing happened
    ended: npt.NDArray[np.bool_]
    score: npt.NDArray[np.int64]  # of games that ended, else 0


class Played(NamedTuple):
    """What came of random play."""

    moves: int
    games: int  # that ended
    points: int  # of those


class Batch:
    """Games that are played in step. A game that ends is followed by a new one, at once."""

    def __init__(self, options: Options, games: int, seed: int = 0, *, first: int = 0) -> None:
        if games < 1:
            raise ValueError(f"a batch has at least one game, not {games}")
        if not 0 <= first < options.players:
            raise ValueError(f"there is no seat {first} among {options.players} players")
        self.options, self.first = options, first
        self.t = layout.tables(options)
        self.loops = CPU.load("loops")
        self.words = np.zeros((games, layout.words_of(options)), np.int64)
        self.bytes = np.zeros((games, layout.bytes_of(options)), np.uint8)
        self.seeds = np.zeros(games, np.uint64)
        self.chance = np.zeros(games, np.uint64)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return int(self.t[layout.ACTIONS])

    @property
    def to_move(self) -> npt.NDArray[np.uint8]:
        """The seat to move in every game."""
        return self.bytes[:, layout.TO_MOVE]

    def reset(self, seed: int) -> None:
        """Begin anew: tamaya.deals deals game n from `seeds[n]`, whatever the size of the batch."""
        places = np.arange(1, len(self) + 1, dtype=np.uint64)
        with np.errstate(over="ignore"):
            begin = _mixed(np.full(1, seed & MASK64, np.uint64))
            self.seeds[:] = _mixed(begin + places * STEP)
            self.chance[:] = _mixed(self.seeds ^ STEP)
        self.loops.begin_all(self.t, self.words, self.bytes, self.seeds, self.first)

    def deal(self, deals: Sequence[Deal]) -> None:
        """Begin anew with these deals, one for each game."""
        if len(deals) != len(self):
            raise ValueError(f"{len(self)} games need as many deals, not {len(deals)}")
        for place, one in enumerate(deals):
            check(self.options, one)
            cards = [layout.number(self.options, face) for face in one.cards]
            self.bytes[place, layout.DECK : layout.DECK + len(cards)] = cards
            if self.options.tiles:
                top = int(self.t[layout.TILES]) + 1
                self.bytes[place, top : top + len(one.tiles)] = one.tiles
                self.words[place, self.t[layout.WHERE]] = one.place
        self.loops.lay_all_out(self.t, self.words, self.bytes, self.first)

    def legal(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal in every game."""
        out = np.zeros((len(self), self.actions), np.uint8)
        self.loops.legal(self.t, self.words, self.bytes, out)
        return out.view(np.bool_)

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """One action in every game."""
        asked = np.ascontiguousarray(actions)
        if asked.shape != (len(self),) or asked.dtype.kind not in "iu":
            raise ValueError(f"{len(self)} games need as many whole numbers")
        legal, ended = np.zeros((2, len(self)), np.uint8)
        scores = np.zeros(len(self), np.int64)
        self.loops.act(self.t, self.words, self.bytes, asked.astype(np.int64), legal)
        self.loops.renew(self.t, self.words, self.bytes, self.seeds, self.first, ended, scores)
        return Stepped(legal.view(np.bool_), ended.view(np.bool_), scores)

    def scores(self) -> npt.NDArray[np.int64]:
        """The score of every game as it stands."""
        scores = np.zeros(len(self), np.int64)
        self.loops.judge(self.t, self.bytes, scores)
        return scores

    def observe(self, seat: int | None = None) -> npt.NDArray[np.uint8]:
        """What a seat sees in every game; without one, what the seat to move sees."""
        if seat is not None and not 0 <= seat < self.options.players:
            raise ValueError(f"there is no seat {seat} among {self.options.players} players")
        out = np.zeros((len(self), length(self.options)), np.uint8)
        self.loops.look(self.t, self.words, self.bytes, -1 if seat is None else seat, out)
        return out

    def wander(self, moves: int) -> Played:
        """Random legal actions, so many in every game."""
        games, points = self.loops.wander(
            self.t, self.words, self.bytes, self.seeds, self.chance, self.first, moves
        )
        return Played(moves * len(self), games, points)

    def copy(self) -> Self:
        """The same games, to go on from here."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("words", "bytes", "seeds", "chance"):
            setattr(other, name, getattr(self, name).copy())
        return other


def _mixed(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Every number's bits mixed: the plain function takes arrays as well."""
    spread: npt.NDArray[np.uint64] = mixed(numbers)  # type: ignore[arg-type,assignment] # arrays
    return spread
