"""A batch: many games of the same options, played in step on a processor of choice."""

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from tamaya.kernel.game import layout
from tamaya.kernel.game.seeds import checked_seeds, game_seeds, next_seeds, playout_counters
from tamaya.kernel.loops import batch_loops
from tamaya.kernel.observe.encode import length
from tamaya.kernel.run.device import Array, Games, Seen, machine
from tamaya.rules import Deal, Options
from tamaya.rules.state import check


class Stepped(NamedTuple):
    """What came of a step, for every game."""

    legal: Array  # whether the action was legal; if not, nothing happened
    ended: Array
    score: Array  # of games that ended, else 0


class Played(NamedTuple):
    """What came of random play."""

    moves: int
    games: int  # that ended
    points: int  # of those


class Batch:
    """Games that are played in step. A game that ends is followed by a new one, at once.

    Arrays are NumPy's with `device="cpu"`; with "cuda" those of `step`, `scores`, `legal` and
    `observe` are on the GPU and stay there. They are the batch's own: the next call of the same
    method, or of `wander`, writes over them.
    """

    def __init__(
        self,
        options: Options,
        games: int,
        seed: int = 0,
        *,
        device: str = "cpu",
        threads: int = 1,
        first: int = 0,
    ) -> None:
        if games < 1:
            raise ValueError(f"a batch has at least one game, not {games}")
        if operator.index(first) not in range(options.players):
            raise ValueError(f"there is no seat {first} among {options.players} players")
        self.options, self.first = options, first
        self.machine = machine(device, threads)
        tables, zeros = layout.tables(options), self.machine.zeros
        self.actions = int(tables[layout.ACTIONS])  # how many there are
        self.games = Games(
            self.machine.bring(tables, np.int64),
            zeros((games, layout.words_of(options)), np.int64),
            zeros((games, layout.bytes_of(options)), np.uint8),
            zeros((games,), np.uint64),
            zeros((games,), np.uint64),
        )
        self._rooms: dict[object, Any] = {}
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.games.words)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of every game, as tamaya.deals takes it."""
        return self.machine.fetch(self.games.seeds).copy()

    @property
    def to_move(self) -> npt.NDArray[np.int64]:
        """The seat to move in every game."""
        counts = self.machine.fetch(self.games.words)[:, layout.COUNTS]
        seats: npt.NDArray[np.int64] = (counts >> layout.TO_MOVE) & 7
        return seats

    # beginning

    def reset(self, seed: int) -> None:
        """Begin anew: tamaya.deals deals game n from `seeds[n]`, whatever the size of the batch."""
        seeds = game_seeds(seed, len(self))
        self._set(seeds, playout_counters(seeds))
        self._begin(self.games)

    def deal(self, deals: Sequence[Deal]) -> None:
        """Begin anew with these deals, one for each game; their seeds are those of what follows."""
        if len(deals) != len(self):
            raise ValueError(f"{len(self)} games need as many deals, not {len(deals)}")
        games, bring = self.games, self.machine.bring
        words, deck = self.machine.fetch(games.words), self.machine.fetch(games.deck)
        tables = self.machine.fetch(games.t)
        for one in deals:
            check(self.options, one)
        for place, one in enumerate(deals):
            deck[place, : len(one.cards)] = [layout.number(self.options, f) for f in one.cards]
            if self.options.tiles:
                top = int(tables[layout.TILES])
                deck[place, top : top + len(one.tiles)] = one.tiles
                words[place, tables[layout.WHERE]] = one.place
        self.games = games._replace(words=bring(words, np.int64), deck=bring(deck, np.uint8))
        games = self.games
        self.machine.run(batch_loops.lay_all_out, games.t, games.words, games.deck, self.first)

    # playing

    def step(self, actions: Any, *, restart: bool = True) -> Stepped:
        """One action in every game. Without `restart`, games that are over stay as they are."""
        asked = self._actions(actions)
        legal, ended, scores = self._room("step", self._step_room)
        t, words, deck, seeds, _ = self.games
        self.machine.run(batch_loops.act, t, words, deck, asked, legal)
        if restart:
            self.machine.run(batch_loops.renew, t, words, deck, seeds, ended, scores, self.first)
        else:
            self.machine.run(batch_loops.judge, t, words, ended, scores, 0)
        self.machine.settle()
        return Stepped(legal, ended, scores)

    def scores(self) -> Array:
        """The score of every game as it stands."""
        ended, scores = self._room("scores", lambda: self._step_room()[1:])
        self.machine.run(batch_loops.judge, self.games.t, self.games.words, ended, scores, 1)
        self.machine.settle()
        return scores

    def legal(self, *, packed: bool = False) -> Array:
        """Which actions are legal in every game: a byte for each, or packed, a bit."""
        room = self._seen("legal", (), self.actions, bytes_too=not packed)
        self.machine.mark(self.games, room)
        self.machine.settle()
        return _bits(room) if packed else room.bytes

    def observe(self, *, everybody: bool = False, packed: bool = False) -> Array:
        """What the seat to move sees in every game, or every seat: bytes, or packed bits."""
        seats = self.options.players if everybody else 1
        room = self._seen("observe", (seats,), length(self.options), bytes_too=not packed)
        self.machine.look(self.games, room)
        self.machine.settle()
        seen = _bits(room) if packed else room.bytes
        return seen if everybody else seen.reshape(len(self), seen.shape[2])

    def wander(self, moves: int, *, observe: str = "nothing", everybody: bool = False) -> Played:
        """Random legal actions, so many in every game.

        `observe` says what is written before each move, as a player would need it: "nothing",
        "bits" or "bytes", of what the seat to move sees (or everybody) and what is legal.
        """
        if moves < 1 or observe not in ("nothing", "bits", "bytes"):
            raise ValueError("random play takes a number of moves, and nothing, bits or bytes")
        more: tuple[Seen, ...] = ()
        if observe != "nothing":
            wide, seats = observe == "bytes", self.options.players if everybody else 1
            more = (
                self._seen("observe", (seats,), length(self.options), bytes_too=wide),
                self._seen("legal", (), self.actions, bytes_too=wide),
            )
        zeros, fetch = self.machine.zeros, self.machine.fetch
        ended, points = zeros((len(self),), np.int64), zeros((len(self),), np.int64)
        self.machine.wander(self.games, ended, points, self.first, moves, *more)
        return Played(moves * len(self), int(fetch(ended).sum()), int(fetch(points).sum()))

    def renew(self, where: Any, seeds: Any = None) -> Self:
        """Begin some games anew: from these seeds, or from those that follow their own.

        The games that were there come back, as a batch of their own.
        """
        asked = np.asarray(where)
        if asked.dtype != np.bool_ or asked.shape != (len(self),):
            raise ValueError(f"{len(self)} games need as many truth values")
        places, fetch, bring = np.flatnonzero(asked), self.machine.fetch, self.machine.bring
        every = [fetch(array) for array in self.games[1:]]
        before = self._other([bring(array[places], array.dtype) for array in every])
        begin = next_seeds(before.seeds) if seeds is None else checked_seeds(seeds)
        if begin.shape != places.shape:
            raise ValueError(f"{len(places)} games need as many seeds")
        after = before.copy().games._replace(seeds=bring(begin, np.uint64))
        if len(places):
            self._begin(after)
        for array, fresh in zip(every, after[1:], strict=True):
            array[places] = fetch(fresh)
        self.games = Games(self.games.t, *(bring(array, array.dtype) for array in every))
        return before

    def copy(self) -> Self:
        """The same games, to go on from here."""
        bring, fetch = self.machine.bring, self.machine.fetch
        return self._other([bring(fetch(array).copy(), array.dtype) for array in self.games[1:]])

    # within

    def __getstate__(self) -> dict[str, Any]:
        """To be copied or sent: rooms are made again."""
        return {**self.__dict__, "_rooms": {}}

    def _other(self, arrays: Sequence[Array]) -> Self:
        """Other games of the same kind."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._rooms = {}
        other.games = Games(self.games.t, *arrays)
        return other

    def _set(self, seeds: npt.NDArray[np.uint64], counters: npt.NDArray[np.uint64]) -> None:
        bring = self.machine.bring
        self.games = self.games._replace(
            seeds=bring(seeds, np.uint64), counters=bring(counters, np.uint64)
        )

    def _begin(self, games: Games) -> None:
        rows = games.words, games.deck, games.seeds
        self.machine.run(batch_loops.begin_all, games.t, *rows, self.first)

    def _actions(self, actions: Any) -> Array:
        asked = actions if hasattr(actions, "dtype") else np.asarray(actions)
        whole = str(asked.dtype).removeprefix("torch.").startswith(("int", "uint"))
        if tuple(asked.shape) != (len(self),) or not whole:
            raise ValueError(f"{len(self)} games need as many whole numbers")
        return self.machine.bring(asked, np.int64)

    def _step_room(self) -> tuple[Array, ...]:
        zeros, many = self.machine.zeros, (len(self),)
        return zeros(many, np.bool_), zeros(many, np.bool_), zeros(many, np.int64)

    def _seen(self, name: str, rows: tuple[int, ...], bits: int, *, bytes_too: bool) -> Seen:
        shape = (len(self), *rows)
        room: Seen = self._room(
            (name, rows, bytes_too), lambda: self.machine.room(shape, bits, bytes_too=bytes_too)
        )
        return room

    def _room(self, name: object, make: Any) -> Any:
        """Arrays that are made once."""
        if name not in self._rooms:
            self._rooms[name] = make()
        return self._rooms[name]


def _bits(room: Seen) -> Array:
    """Bits in words of 32, which every library has."""
    return room.bits.view(np.uint32)
