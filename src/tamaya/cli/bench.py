"""`tamaya bench`: how fast the parts are, beside others where those are installed."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from importlib.util import find_spec
from random import Random
from typing import Annotated

import typer

from tamaya import deals
from tamaya.cli import bench_server, kernel_speed
from tamaya.cli.console import CommandError, progress, show, stdout_console
from tamaya.cli.peers import NOTHING, installed
from tamaya.cli.speeds import REPEATS, Counted, Play, Row, What, beside, measured
from tamaya.rules import apply, legal_actions, parse_options, start, view

app = typer.Typer(help="Measure speed. Example: tamaya bench rules --seconds 2")
app.command()(bench_server.server)
VARIANTS = ("base", "base+noempty", "wild10+black+tiles")
PLAYERS = (2, 5)
PEER = "open_spiel"

AsJson = Annotated[bool, typer.Option("--json", help="For programs: one list.")]
Seconds = Annotated[
    float, typer.Option(metavar="X", min=0.001, max=3600, help="Time for each line.")
]


@app.callback(invoke_without_command=True)
def bench(context: typer.Context) -> None:
    """Measure speed.

    Example: tamaya bench rules --seconds 2
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def _tell(rows: list[Row], lines: list[str], *, as_json: bool) -> None:
    progress("")
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    console = stdout_console()
    for line in lines:
        show(console, line)


# the kernel


@app.command()
def kernel(
    as_json: AsJson = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Others too, as far as they are installed.")
    ] = False,
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help="Where to play.")] = "cpu",
    seconds: Seconds = 2.0,
) -> None:
    """Moves per second of the kernel in random play, with and without observations.

    Example: tamaya bench kernel --peers
    """
    if device not in kernel_speed.GAMES:
        raise CommandError(f"--device is cpu or cuda, not {device}", 2)
    if find_spec("numba") is None:
        raise CommandError("the kernel needs Numba: pip install 'tamaya[fast]'")
    try:
        run = kernel_speed.Bench(device, seconds, progress, peers)
        rows = list(run.rows())
    except RuntimeError as error:
        raise CommandError(str(error)) from error
    _tell(rows, [*kernel_speed.table(rows), "", *run.notes()], as_json=as_json)


# the rules


@app.command()
def rules(as_json: AsJson = False, seconds: Seconds = 2.0) -> None:
    """Moves per second of the rules in random play, legality checked.

    Example: tamaya bench rules --json
    """
    rows = list(_rows(seconds))
    _tell(rows, table(rows), as_json=as_json)


def _rows(seconds: float) -> Iterator[Row]:
    for variant in VARIANTS:
        for players in PLAYERS:
            progress(f"tamaya.rules, {variant}, {players} players …")
            game = _rules_game(variant, players)
            ours = measured(What("tamaya.rules", variant, players), game, seconds)
            peer = _peer_row(variant, players, seconds)
            yield beside(ours, peer) if peer else ours
            if peer:
                yield peer


def _rules_game(variant: str, players: int) -> Play:
    """A game on our rules: all legal actions of the mover's view, one of them, apply it."""
    chosen, chance = parse_options(variant, players), Random(1)  # noqa: S311 - a measurement, no secret

    def game() -> Counted:
        state, moves = start(chosen, deals.seeded(chosen, chance.getrandbits(64))), 0
        while state.table.outcome is None:
            action = chance.choice(legal_actions(view(state, state.table.to_move)))
            state, _ = apply(state, action)
            moves += 1
        return Counted(moves, 1)

    return game


def _peer_row(variant: str, players: int, seconds: float) -> Row | None:
    """OpenSpiel beside it, where it is installed and plays the same."""
    for peer in installed("cpu"):
        if variant == "base+noempty" and (peer.name, peer.observed) == ("OpenSpiel", NOTHING):
            progress(f"{PEER}, {variant}, {players} players …")
            play = peer.start(players, "cpu")
            return measured(What(PEER, variant, players), play, seconds)
    return None


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
