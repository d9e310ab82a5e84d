"""The kernel in random play, beside other engines that are installed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from tamaya.cli import peers
from tamaya.cli.peers import EVERYBODY, MOVER, NOTHING
from tamaya.cli.speeds import REPEATS, Counted, Play, Row, What, beside, measured
from tamaya.rules import parse_options

OURS = "Tamaya's kernel"
PACKED = "mover's vector, packed"
MEASURED = "base+noempty"  # what the others play
FULL = "wild10+black+tiles"
PLAYERS = (2, 5)
HOW = {  # how a batch is asked to observe
    NOTHING: {},
    PACKED: {"observe": "bits"},
    MOVER: {"observe": "bytes"},
    EVERYBODY: {"observe": "bytes", "everybody": True},
}
GAMES = {"cpu": 64, "cuda": 1 << 20}  # in a batch
MOVES = {"cpu": 500, "cuda": 200}  # at a time

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Bench:
    """A run: where, for how long each line, and whom to tell what is going on."""

    device: str
    seconds: float
    say: Say
    peers: bool  # whether others are measured too
    left_out: dict[str, str] = field(default_factory=dict)  # of those, and why

    def notes(self) -> list[str]:
        """What the figures mean, for people."""
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

    def rows(self) -> Iterator[Row]:
        """Every line of the table: for each kind of work ours first, then the others."""
        for players in PLAYERS:
            for observed in HOW:
                ours = self._ours(observed, MEASURED, players)
                theirs = list(self._theirs(observed, players))
                yield beside(ours, theirs[0]) if theirs else ours
                for row in theirs:
                    yield beside(row, ours)
        for players in PLAYERS:
            yield self._ours(NOTHING, FULL, players)

    def _ours(self, observed: str, variant: str, players: int) -> Row:
        what = What(f"{OURS}, {observed}", variant, players, self.device)
        return self._measured(what, _play(observed, variant, players, self.device))

    def _theirs(self, observed: str, players: int) -> Iterator[Row]:
        for peer in peers.installed(self.device) if self.peers else ():
            if peer.observed == observed:
                what = What(f"{peer.name}, {observed}", MEASURED, players, self.device)
                try:
                    play = peer.start(players, self.device)
                except ImportError as error:  # something that it needs is not there
                    self.left_out[peer.name] = str(error).splitlines()[0]
                    continue
                yield self._measured(what, play)

    def _measured(self, what: What, play: Play) -> Row:
        self.say(f"{what.name}, {what.variant}, {what.players} players …")
        return measured(what, play, self.seconds)


def _play(observed: str, variant: str, players: int, device: str) -> Play:
    from tamaya.kernel.batch import Batch  # noqa: PLC0415 - the rest works without it

    batch = Batch(parse_options(variant, players), GAMES[device], seed=1, device=device)

    def play(moves: int) -> Counted:
        played = batch.wander(moves, **HOW[observed])  # type: ignore[arg-type] # as asked above
        return Counted(played.moves, played.games)

    return partial(play, MOVES[device])


def table(all_rows: list[Row]) -> list[str]:
    """The measurements for people."""
    head = f"{'engine':<42}{'variant':<20}{'players':>8}"
    lines = [f"{head}{'moves/s':>16}{'ours is':>10}{'moves/game':>12}"]
    for row in all_rows:
        ours = row.name.startswith(OURS)
        times = f"{1 / row.ratio:,.0f} x" if row.ratio and not ours else ""
        if ours and len(lines) > 1:
            lines.append("")
        lines.append(
            f"{row.name:<42}{row.variant:<20}{row.players:>8}{row.moves_per_s:>16,.0f}{times:>10}"
            f"{row.game_length:>12.1f}"
        )
    return lines
