"""A batch: many games with the same options, played in parallel on the CPU or on a GPU."""

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from tamaya.kernel.game import layout
from tamaya.kernel.game.seeds import checked_seeds, game_seeds, next_seeds, playout_counters
from tamaya.kernel.loops import batch_loops
from tamaya.kernel.observe.encode import observation_length
from tamaya.kernel.run.device import Array, BitBuffers, GameArrays, open_device
from tamaya.rules import Deal, Options
from tamaya.rules.state import check


class StepResult(NamedTuple):
    """The result of a step, in every game."""

    legal: Array  # whether the action was legal; if not, nothing happened
    ended: Array  # whether the game is over
    score: Array  # the final score if the game is over, else 0


class PlayoutResult(NamedTuple):
    """The result of a random playout, over all games."""

    moves: int
    games: int  # how many ended
    points: int  # the sum of their scores


class Batch:
    """Games in parallel; a game that ends is followed by a new one at once.

    With `device="cpu"` all arrays are NumPy arrays; with "cuda", those that `step`, `scores`,
    `legal` and `observe` return stay on the GPU. They are the batch's buffers: the next call of the
    same method, or of `random_playout`, overwrites them.
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
        self.device = open_device(device, threads)
        tables, zeros = layout.option_tables(options), self.device.zeros
        self.actions = int(tables[layout.ACTIONS])  # how many there are
        self.games = GameArrays(
            self.device.to_device(tables, np.int64),
            zeros((games, layout.state_words(options)), np.int64),
            zeros((games, layout.deck_bytes(options)), np.uint8),
            zeros((games,), np.uint64),
            zeros((games,), np.uint64),
        )
        self._buffers: dict[object, Any] = {}
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.games.words)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of every game, as tamaya.deals takes it."""
        return self.device.to_host(self.games.seeds).copy()

    @property
    def to_move(self) -> npt.NDArray[np.int64]:
        """The seat to move in every game."""
        counts = self.device.to_host(self.games.words)[:, layout.COUNTS]
        seats: npt.NDArray[np.int64] = (counts >> layout.TO_MOVE) & 7
        return seats

    # starting games

    def reset(self, seed: int) -> None:
        """Restart all games; game n is dealt from `seeds[n]`, however large the batch is."""
        seeds = game_seeds(seed, len(self))
        self._set(seeds, playout_counters(seeds))
        self._start(self.games)

    def deal(self, deals: Sequence[Deal]) -> None:
        """Restart all games with these deals, one for each; the seeds deal the games after them."""
        if len(deals) != len(self):
            raise ValueError(f"{len(self)} games need as many deals, not {len(deals)}")
        games, to_device = self.games, self.device.to_device
        words, deck = self.device.to_host(games.words), self.device.to_host(games.deck)
        tables = self.device.to_host(games.t)
        for one in deals:
            check(self.options, one)
        for place, one in enumerate(deals):
            deck[place, : len(one.cards)] = [layout.face_number(self.options, f) for f in one.cards]
            if self.options.tiles:
                top = int(tables[layout.TILES])
                deck[place, top : top + len(one.tiles)] = one.tiles
                words[place, tables[layout.TILE_5_PLACE]] = one.place
        self.games = games._replace(
            words=to_device(words, np.int64), deck=to_device(deck, np.uint8)
        )
        games = self.games
        self.device.run(batch_loops.deal_all_hands, games.t, games.words, games.deck, self.first)

    # playing

    def step(self, actions: Any, *, restart: bool = True) -> StepResult:
        """Apply an action in every game; without `restart`, games that are over stay over."""
        asked = self._actions(actions)
        legal, ended, scores = self._allocated("step", self._step_buffers)
        t, words, deck, seeds, _ = self.games
        self.device.run(batch_loops.step_games, t, words, deck, asked, legal)
        if restart:
            self.device.run(
                batch_loops.restart_finished_games, t, words, deck, seeds, ended, scores, self.first
            )
        else:
            self.device.run(batch_loops.score_games, t, words, ended, scores, 0)
        self.device.synchronize()
        return StepResult(legal, ended, scores)

    def scores(self) -> Array:
        """The score of every game as it stands."""
        ended, scores = self._allocated("scores", lambda: self._step_buffers()[1:])
        self.device.run(batch_loops.score_games, self.games.t, self.games.words, ended, scores, 1)
        self.device.synchronize()
        return scores

    def legal(self, *, packed: bool = False) -> Array:
        """The legal actions of the seat to move in every game: a byte for each action, or a bit."""
        buffers = self._bit_buffers("legal", (), self.actions, bytes_too=not packed)
        self.device.write_legal_masks(self.games, buffers)
        self.device.synchronize()
        return _bits(buffers) if packed else buffers.bytes

    def observe(self, *, everybody: bool = False, packed: bool = False) -> Array:
        """The vector of the seat to move, or of every seat, in every game: as bytes or as bits."""
        seats = self.options.players if everybody else 1
        buffers = self._bit_buffers(
            "observe", (seats,), observation_length(self.options), bytes_too=not packed
        )
        self.device.observe(self.games, buffers)
        self.device.synchronize()
        seen = _bits(buffers) if packed else buffers.bytes
        return seen if everybody else seen.reshape(len(self), seen.shape[2])

    def random_playout(
        self, moves: int, *, observe: str = "nothing", everybody: bool = False
    ) -> PlayoutResult:
        """Play so many random legal actions in every game.

        `observe` says what is computed before each move: "nothing", or as "bits" or "bytes" the
        legal actions and the vector of the seat to move (or of everybody).
        """
        if moves < 1 or observe not in ("nothing", "bits", "bytes"):
            raise ValueError("random play takes a number of moves, and nothing, bits or bytes")
        more: tuple[BitBuffers, ...] = ()
        if observe != "nothing":
            wide, seats = observe == "bytes", self.options.players if everybody else 1
            more = (
                self._bit_buffers(
                    "observe", (seats,), observation_length(self.options), bytes_too=wide
                ),
                self._bit_buffers("legal", (), self.actions, bytes_too=wide),
            )
        zeros, to_host = self.device.zeros, self.device.to_host
        ended, points = zeros((len(self),), np.int64), zeros((len(self),), np.int64)
        self.device.random_playout(self.games, ended, points, self.first, moves, *more)
        return PlayoutResult(
            moves * len(self), int(to_host(ended).sum()), int(to_host(points).sum())
        )

    def restart(self, where: Any, seeds: Any = None) -> Self:
        """Restart some games, from these seeds or from the ones that follow their own.

        Returns the games as they were, in a batch of their own.
        """
        asked = np.asarray(where)
        if asked.dtype != np.bool_ or asked.shape != (len(self),):
            raise ValueError(f"{len(self)} games need as many truth values")
        places, to_host, to_device = (
            np.flatnonzero(asked),
            self.device.to_host,
            self.device.to_device,
        )
        every = [to_host(array) for array in self.games[1:]]
        before = self._other([to_device(array[places], array.dtype) for array in every])
        begin = next_seeds(before.seeds) if seeds is None else checked_seeds(seeds)
        if begin.shape != places.shape:
            raise ValueError(f"{len(places)} games need as many seeds")
        after = before.copy().games._replace(seeds=to_device(begin, np.uint64))
        if len(places):
            self._start(after)
        for array, fresh in zip(every, after[1:], strict=True):
            array[places] = to_host(fresh)
        self.games = GameArrays(self.games.t, *(to_device(array, array.dtype) for array in every))
        return before

    def copy(self) -> Self:
        """A copy of all games, to be continued independently."""
        to_device, to_host = self.device.to_device, self.device.to_host
        return self._other(
            [to_device(to_host(array).copy(), array.dtype) for array in self.games[1:]]
        )

    # internal

    def __getstate__(self) -> dict[str, Any]:
        """For copying and pickling: buffers are allocated again."""
        return {**self.__dict__, "_buffers": {}}

    def _other(self, arrays: Sequence[Array]) -> Self:
        """A batch with the same options and other games."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._buffers = {}
        other.games = GameArrays(self.games.t, *arrays)
        return other

    def _set(self, seeds: npt.NDArray[np.uint64], counters: npt.NDArray[np.uint64]) -> None:
        to_device = self.device.to_device
        self.games = self.games._replace(
            seeds=to_device(seeds, np.uint64), counters=to_device(counters, np.uint64)
        )

    def _start(self, games: GameArrays) -> None:
        rows = games.words, games.deck, games.seeds
        self.device.run(batch_loops.start_games, games.t, *rows, self.first)

    def _actions(self, actions: Any) -> Array:
        asked = actions if hasattr(actions, "dtype") else np.asarray(actions)
        whole = str(asked.dtype).removeprefix("torch.").startswith(("int", "uint"))
        if tuple(asked.shape) != (len(self),) or not whole:
            raise ValueError(f"{len(self)} games need as many whole numbers")
        return self.device.to_device(asked, np.int64)

    def _step_buffers(self) -> tuple[Array, ...]:
        zeros, many = self.device.zeros, (len(self),)
        return zeros(many, np.bool_), zeros(many, np.bool_), zeros(many, np.int64)

    def _bit_buffers(
        self, name: str, rows: tuple[int, ...], bits: int, *, bytes_too: bool
    ) -> BitBuffers:
        shape = (len(self), *rows)
        buffers: BitBuffers = self._allocated(
            (name, rows, bytes_too),
            lambda: self.device.bit_buffers(shape, bits, bytes_too=bytes_too),
        )
        return buffers

    def _allocated(self, name: object, make: Any) -> Any:
        """Buffers, allocated when they are first needed."""
        if name not in self._buffers:
            self._buffers[name] = make()
        return self._buffers[name]


def _bits(buffers: BitBuffers) -> Array:
    """The bits in words of 32, a type that every array library has."""
    return buffers.bits.view(np.uint32)
