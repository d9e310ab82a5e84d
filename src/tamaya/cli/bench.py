"""`tamaya bench`: how fast the parts are, beside others where those are installed."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from statistics import mean, median
from time import perf_counter
from typing import Annotated

import typer

from tamaya.cli import bench_server
from tamaya.cli.bench_games import PEER, Counted, peer_game, rules_game
from tamaya.cli.console import progress, show, stdout_console

app = typer.Typer(help="Measure speed. Example: tamaya bench rules --seconds 2")
app.command()(bench_server.server)
REPEATS = 5
VARIANTS = ("base", "base+noempty", "wild10+black+tiles")
PLAYERS = (2, 5)
Player = Callable[[int], Counted]  # plays the game of a seed


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement. The names are the keys of --json."""

    name: str
    variant: str
    players: int
    device: str
    moves_per_s: float
    ratio_to: str | None
    ratio: float | None
    game_length: float  # moves of a game, on average
    repeats: int


@app.callback(invoke_without_command=True)
def bench(context: typer.Context) -> None:
    """Measure speed.

    Example: tamaya bench rules --seconds 2
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def rules(
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one list.")] = False,
    seconds: Annotated[
        float, typer.Option(metavar="X", min=0.001, max=3600, help="Time for each line.")
    ] = 2.0,
) -> None:
    """Moves per second of the rules in random play, legality checked.

    Example: tamaya bench rules --json
    """
    rows = list(_rows(seconds))
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    console = stdout_console()
    for line in table(rows):
        show(console, line)


def _rows(seconds: float) -> Iterator[Row]:
    for variant in VARIANTS:
        for players in PLAYERS:
            peer = _peer_row(variant, players, seconds)
            ours = _measured(
                "tamaya.rules", variant, players, rules_game(variant, players), seconds
            )
            if peer is not None:
                yield _beside(ours, peer)
                yield peer
            else:
                yield ours


def _peer_row(variant: str, players: int, seconds: float) -> Row | None:
    game = peer_game(players) if variant == "base+noempty" else None
    return _measured(PEER, variant, players, game, seconds) if game else None


def _beside(ours: Row, peer: Row) -> Row:
    ratio = round(ours.moves_per_s / peer.moves_per_s, 3)
    return Row(**{**asdict(ours), "ratio_to": peer.name, "ratio": ratio})


def _measured(name: str, variant: str, players: int, game: Player, seconds: float) -> Row:
    """The median speed of several repeats, after one game to warm up."""
    progress(f"{name}, {variant}, {players} players …")
    game(0)
    speeds, lengths = [], []
    seed = 0
    for _ in range(REPEATS):
        moves, begin = 0, perf_counter()
        while moves == 0 or perf_counter() - begin < seconds / REPEATS:
            seed += 1
            lengths.append(game(seed))
            moves += lengths[-1]
        speeds.append(moves / (perf_counter() - begin))
    progress("")
    speed, length = round(median(speeds), 1), round(mean(lengths), 1)
    return Row(name, variant, players, "cpu", speed, None, None, length, REPEATS)


def table(rows: list[Row]) -> list[str]:
    """The measurements for people."""
    head = (
        f"{'engine':<14}{'variant':<20}{'players':>8}{'moves/s':>12}{'ratio':>8}{'moves/game':>12}"
    )
    lines = [head]
    for row in rows:
        ratio = f"{row.ratio:.2f}" if row.ratio is not None else "-"
        lines.append(
            f"{row.name:<14}{row.variant:<20}{row.players:>8}{row.moves_per_s:>12,.0f}"
            f"{ratio:>8}{row.game_length:>12.1f}"
        )
    lines.append(f"Random play on one core, legality checked; the median of {REPEATS} repeats.")
    if any(row.name == PEER for row in rows):
        lines.append(f"Ratio: to {PEER} (compiled C++ behind Python), which has no empty clues.")
    else:
        lines.append(f"To see {PEER} beside it: pip install {PEER}")
    return lines
