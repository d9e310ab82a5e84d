"""`tamaya train`: a team teaches itself."""

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.console import INTERRUPTED, CommandError, complain, progress, show, stdout_console
from tamaya.formats.nets import NetError
from tamaya.rules import OptionsError

VARIANT, PLAYERS, SEED = "base+noempty", 2, 1
MOST_MOVES = 1e13
MOST_SEED = 2**31 - 1
TELL_EVERY = 60.0  # seconds, where there is no terminal


def train(  # noqa: PLR0913, PLR0917 - the command's options
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the net goes.")],
    variant: Annotated[
        str | None,
        typer.Option(metavar="V", help=f"Preset, options, or any: all boxes. [{VARIANT}]"),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=2, max=5, help=f"At the table. [{PLAYERS}]")
    ] = None,
    moves: Annotated[
        float | None,
        typer.Option(
            metavar="MOVES", min=1, max=MOST_MOVES, help="Of the whole plan. [as M allows, or 4e9]"
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", min=0.01, help="How long this stay is. [till done]"),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a plan that was left.")
    ] = None,
    after: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Begin with what this net has learned.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=MOST_SEED, help=f"For the same again, with --moves. [{SEED}]"
        ),
    ] = None,
    device: Annotated[
        str | None, typer.Option(metavar="cpu|cuda", help="[a GPU if there is one]")
    ] = None,
) -> None:
    """Train a team by self-play, on a GPU if there is one.

    Beside the net a folder keeps all that is needed to go on.

    Example: tamaya train --players 3 --minutes 20 --out three.safetensors
    """
    if device not in (None, "cpu", "cuda"):
        raise CommandError(f"--device is cpu or cuda, not {device}", status=2)
    if resume is not None and any(
        one is not None for one in (variant, players, moves, after, seed)
    ):
        words = "--resume goes on with a plan as it is: --minutes and --device at most"
        raise CommandError(words, status=2)
    if find_spec("torch") is None or find_spec("numba") is None:
        raise CommandError("training needs PyTorch: pip install 'tamaya[learn]'")
    if not out.absolute().parent.is_dir():
        raise CommandError(f"there is no folder {out.parent}")
    from tamaya.learn import plans  # noqa: PLC0415 - takes seconds, and is often not there
    from tamaya.learn.head_start import begun  # noqa: PLC0415
    from tamaya.learn.session import has, stay, usual_device  # noqa: PLC0415
    from tamaya.learn.settings import MOVES, Settings  # noqa: PLC0415

    where = device or usual_device()
    if not has(where):
        raise CommandError("there is no GPU here that PyTorch and Numba can use")
    try:
        plans.check_free(out, resume)
        if resume is not None:
            trainer = plans.take_up(resume, where)
        else:
            asked = (variant or VARIANT, players or PLAYERS, int(moves or MOVES))
            plan = Settings(*asked, SEED if seed is None else seed)
            trainer = begun(plan, where, after)
        last = stay(trainer, out, minutes, _teller(), fit=moves is None and resume is None)
    except (NetError, OptionsError) as error:
        progress("")
        raise CommandError(str(error)) from error
    except KeyboardInterrupt as stopped:
        progress("")
        complain(f"stopped; --resume {out} goes on from the last save, if there was one")
        raise typer.Exit(INTERRUPTED) from stopped
    progress("")
    show(stdout_console(), last)


def _teller() -> Callable[[str], None]:
    """A line that is always new; where nobody sits at a terminal, one now and then."""
    if sys.stderr.isatty():
        return progress
    told = -TELL_EVERY

    def tell(text: str) -> None:
        nonlocal told
        if time.monotonic() - told >= TELL_EVERY:
            told = time.monotonic()
            print(text, file=sys.stderr, flush=True)

    return tell
