"""`tamaya train` where only Python, NumPy, Numba and PyTorch are: python -m tamaya.learn --help"""

import argparse
import sys
from ast import literal_eval
from dataclasses import replace
from functools import partial
from math import nan
from pathlib import Path
from typing import Any

from tamaya.formats.nets import NetError
from tamaya.learn import plans
from tamaya.learn.head_start import begun
from tamaya.learn.session import has, stay, usual_device
from tamaya.learn.settings import MOVES, Settings
from tamaya.learn.trainer import Trainer
from tamaya.rules import OptionsError


def main() -> None:
    """Begin a plan, or go on with one."""
    parser = argparse.ArgumentParser(description="Train a team by self-play.")
    parser.add_argument("--variant", help="[base+noempty]")
    parser.add_argument("--players", type=int, help="[2]")
    told = "of the whole plan [as many as the minutes allow; without those 4e9]"
    parser.add_argument("--moves", type=_above_0, help=told)
    parser.add_argument("--minutes", type=_above_0, help="of this stay")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER[,NUMBER]")
    parser.add_argument("--after", type=Path, metavar="FILE", help="begin with this net")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="a net with a plan beside it")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--plain", action="store_true", help="record nothing on the GPU")
    parser.add_argument("--device", choices=("cpu", "cuda"), default=usual_device())
    asked = parser.parse_args()
    if not has(asked.device):
        parser.error("there is no GPU here that PyTorch and Numba can use")
    try:
        plans.check_free(asked.out, asked.resume)
        trainer = _trainer(asked)
        say, fit = partial(print, flush=True), asked.moves is None and asked.resume is None
        print(stay(trainer, asked.out, asked.minutes, say, fit=fit))
    except (NetError, OptionsError, ValueError, TypeError, SyntaxError, ArithmeticError) as error:
        parser.error(str(error))
    except OSError as error:
        sys.exit(f"{asked.out}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(130)


def _above_0(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not number > 0:
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return number


def _trainer(asked: argparse.Namespace) -> Trainer:
    if asked.resume:
        if any((asked.variant, asked.players, asked.moves, asked.set, asked.after)):
            raise NetError("--resume goes on with a plan as it is")
        return plans.take_up(asked.resume, asked.device, plain=asked.plain)
    given = [one.partition("=") for one in asked.set]
    if not all(text for _, _, text in given):
        raise NetError("--set wants NAME=NUMBER or NAME=NUMBER,NUMBER")
    more: dict[str, Any] = {name: literal_eval(text) for name, _, text in given}
    game = asked.variant or "base+noempty", asked.players or 2
    settings = replace(Settings(*game, int(asked.moves or MOVES)), **more)
    return begun(settings, asked.device, asked.after, plain=asked.plain)


if __name__ == "__main__":
    main()
