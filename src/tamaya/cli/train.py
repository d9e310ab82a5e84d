"""`tamaya train`: a team teaches itself."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.console import CommandError, progress, show, stdout_console
from tamaya.formats.nets import ANY, NetError
from tamaya.rules import OptionsError, options

DEFAULT_MOVES = 4_000_000_000


def train(  # noqa: PLR0913, PLR0917 - the command's options
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the net goes.")],
    variant: Annotated[
        str, typer.Option(metavar="V", help="Preset, options, or any: all boxes.")
    ] = "base+noempty",
    players: Annotated[int, typer.Option(metavar="N", min=2, max=5)] = 2,
    moves: Annotated[
        float, typer.Option(metavar="M", min=1, help="Of the whole plan: 4e9 is a good one.")
    ] = DEFAULT_MOVES,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", min=0.01, help="Stop earlier; go on later.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a plan that was left.")
    ] = None,
    after: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Begin with what this net has learned.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0)] = 1,
    device: Annotated[str | None, typer.Option(metavar="cpu|cuda", help="A GPU if any.")] = None,
) -> None:
    """Train a team by self-play, on a GPU if there is one.

    Beside the net a folder keeps all that is needed to go on.

    Example: tamaya train --players 3 --minutes 20 --out three.safetensors
    """
    if device not in (None, "cpu", "cuda"):
        raise CommandError(f"--device is cpu or cuda, not {device}", status=2)
    if resume is not None and after is not None:
        raise CommandError("--resume goes on with a plan, --after begins one", status=2)
    if find_spec("torch") is None or find_spec("numba") is None:
        raise CommandError("training needs PyTorch: pip install 'tamaya[learn]'")
    if not out.absolute().parent.is_dir():
        raise CommandError(f"there is no folder {out.parent}")
    from tamaya.learn import plans  # noqa: PLC0415 - takes seconds, and is often not there
    from tamaya.learn.head_start import begun  # noqa: PLC0415
    from tamaya.learn.session import stay, usual_device  # noqa: PLC0415
    from tamaya.learn.settings import Settings  # noqa: PLC0415

    where = device or usual_device()
    try:
        if resume is not None:
            trainer = plans.take_up(resume, where)
        else:
            if variant != ANY:
                options(variant, players)
            trainer = begun(Settings(variant, players, int(moves), seed), where, after)
    except (NetError, OptionsError) as error:
        raise CommandError(str(error)) from error
    last = stay(trainer, out, minutes, progress)
    progress("")
    show(stdout_console(), last)
