"""The kernel in random play, compared with other engines that are installed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from tamaya.bench import peers
from tamaya.bench.peers import EVERYBODY, MOVER, NOTHING
from tamaya.bench.speed import (
    REPEATS,
    PlayedCount,
    PlayOnce,
    SpeedRow,
    Workload,
    compare_rows,
    measure_speed,
)
from tamaya.rules import parse_options

OURS = "Tamaya's kernel"
PACKED = "mover's vector, packed"
MEASURED = "base+noempty"  # what the others play
FULL = "wild10+black+tiles"
PLAYERS = (2, 5)
OBSERVE_ARGUMENTS = {  # arguments of a batch for each kind of observation
    NOTHING: {},
    PACKED: {"observe": "bits"},
    MOVER: {"observe": "bytes"},
    EVERYBODY: {"observe": "bytes", "everybody": True},
}
GAMES = {"cpu": 64, "cuda": 1 << 20}  # in a batch
MOVES = {"cpu": 500, "cuda": 200}  # at a time

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class KernelBench:
    """One run: the device, the time for each row, and where to report progress."""

    device: str
    seconds: float
    report: Report
    peers: bool  # whether other engines are measured too
    left_out: dict[str, str] = field(default_factory=dict)  # engines that failed, and why

    def notes(self) -> list[str]:
        """Notes that explain the figures."""
        games, theirs = f"{GAMES[self.device]:,}", f"{peers.JAX_GAMES[self.device]:,}"
        lines = [
            f"Random legal moves; the median of {REPEATS} repeats.",
            f"Ours: {games} games side by side, vectors in bytes, with what is legal.",
        ]
        if self.peers:
            lines += [
                "The others as their users call them, game by game. HLE's rl_env makes dicts",
                f"too; JaxMARL has {theirs} games side by side, and float32.",
            ]
        return lines + [f"{name} is left out: {why}" for name, why in self.left_out.items()]

    def rows(self) -> Iterator[SpeedRow]:
        """All rows: for each kind of observation ours first, then the others."""
        for players in PLAYERS:
            for observed in OBSERVE_ARGUMENTS:
                ours = self._ours(observed, MEASURED, players)
                theirs = list(self._theirs(observed, players))
                yield compare_rows(ours, theirs[0]) if theirs else ours
                for row in theirs:
                    yield compare_rows(row, ours)
        for players in PLAYERS:
            yield self._ours(NOTHING, FULL, players)

    def _ours(self, observed: str, variant: str, players: int) -> SpeedRow:
        what = Workload(f"{OURS}, {observed}", variant, players, self.device)
        return self._measured(what, _play(observed, variant, players, self.device))

    def _theirs(self, observed: str, players: int) -> Iterator[SpeedRow]:
        for peer in peers.installed(self.device) if self.peers else ():
            if peer.observed == observed:
                what = Workload(f"{peer.name}, {observed}", MEASURED, players, self.device)
                try:
                    play = peer.start(players, self.device)
                except ImportError as error:  # a package that it needs is missing
                    self.left_out[peer.name] = str(error).splitlines()[0]
                    continue
                yield self._measured(what, play)

    def _measured(self, what: Workload, play: PlayOnce) -> SpeedRow:
        self.report(f"{what.name}, {what.variant}, {what.players} players …")
        return measure_speed(what, play, self.seconds)


def _play(observed: str, variant: str, players: int, device: str) -> PlayOnce:
    from tamaya.kernel.batch import Batch  # noqa: PLC0415 - the rest works without it

    batch = Batch(parse_options(variant, players), GAMES[device], seed=1, device=device)

    def play(moves: int) -> PlayedCount:
        played = batch.random_playout(moves, **OBSERVE_ARGUMENTS[observed])  # type: ignore[arg-type] # as asked above
        return PlayedCount(played.moves, played.games)

    return partial(play, MOVES[device])
