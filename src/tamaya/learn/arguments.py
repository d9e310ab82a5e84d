"""The arguments of `tamaya train` and `python -m tamaya.learn`: one parser for both.

It needs nothing beyond the standard library, so that help and usage errors come at once, even
where PyTorch is not installed.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import NoReturn

DEFAULT_VARIANT, DEFAULT_PLAYERS, DEFAULT_SEED = "base+noempty", 2, 1
MAX_MOVES = 1e13
MAX_SEED = 2**31 - 1
HELP_WIDTH = 79


class ArgumentsError(ValueError):
    """Arguments that are invalid, or that cannot be carried out on this machine."""


@dataclass(frozen=True, slots=True)
class TrainArguments:
    """The parsed arguments; None where an option was not given."""

    out: Path
    variant: str | None
    players: int | None
    moves: float | None
    minutes: float | None
    resume: Path | None
    after: Path | None
    seed: int | None
    device: str | None
    belief: bool  # a belief network for search instead of a team
    net: Path | None  # the net that a belief network is for
    settings: tuple[str, ...]  # of --set, as typed: NAME=NUMBER or NAME=NUMBER,NUMBER
    plain: bool


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ArgumentsError(message)


def train_parser(command: str) -> argparse.ArgumentParser:
    """The parser, for a command of this name; its errors are `ArgumentsError`."""
    parser = _Parser(
        prog=command,
        usage=f"{command} --out FILE [OPTIONS]",
        description="Train a team by self-play, on a GPU if there is one."
        " A folder beside the net keeps all that is needed to resume.",
        epilog=f"Example: {command} --minutes 20 --out two.safetensors",
        formatter_class=lambda prog: argparse.HelpFormatter(
            prog, max_help_position=18, width=HELP_WIDTH
        ),
    )
    add = parser.add_argument
    add("--out", type=Path, metavar="FILE", help="Where to save the net. [required]")
    add("--variant", metavar="V", help=f"Preset, options, or any: all boxes. [{DEFAULT_VARIANT}]")
    add("--players", type=_players, metavar="N", help=f"At the table. [{DEFAULT_PLAYERS}]")
    moves = "Length of the whole run. [as many as the minutes allow, or 4e9]"
    add("--moves", type=_moves, metavar="MOVES", help=moves)
    add("--minutes", type=_minutes, metavar="M", help="Stop after so long. [when the run is done]")
    add("--resume", type=Path, metavar="FILE", help="Go on with a run that was stopped.")
    add("--after", type=Path, metavar="FILE", help="Start with the weights of this net.")
    add("--belief", action="store_true", help="Train a belief network, which search needs.")
    net = "With --belief: the net that plays. [the bundled one for the game]"
    add("--net", type=Path, metavar="FILE", help=net)
    seed = f"Repeats a run exactly, if --moves is given. [{DEFAULT_SEED}]"
    add("--seed", type=_seed, metavar="N", help=seed)
    add("--device", metavar="cpu|cuda", help="Where to train. [a GPU if there is one]")
    setting = "A hyperparameter, such as width=256 or rate=5e-4,2e-5. Repeat for more."
    name_value = "NAME=NUMBER[,NUMBER]"
    add("--set", dest="settings", action="append", default=[], metavar=name_value, help=setting)
    add("--plain", action="store_true", help="On a GPU: no compilation, no CUDA graphs.")
    return parser


def parse_arguments(words: Sequence[str], command: str) -> TrainArguments:
    """Parse the words after a command; `ArgumentsError` if they are invalid.

    `--help` prints and raises `SystemExit`, as argparse does.
    """
    given = vars(train_parser(command).parse_args(words))
    if given["out"] is None:
        raise ArgumentsError("Missing option '--out'.")
    arguments = TrainArguments(**given | {"settings": tuple(given["settings"])})
    if arguments.device not in {None, "cpu", "cuda"}:
        raise ArgumentsError(f"--device is cpu or cuda, not {arguments.device}")
    if arguments.net and not arguments.belief:
        raise ArgumentsError("--net goes with --belief only; --after starts with a net's weights")
    names = ("variant", "players", "moves", "after", "seed", "net")
    fixed = any(given[name] is not None for name in names)
    if arguments.resume and (arguments.settings or fixed):
        raise ArgumentsError(
            "--resume goes on with a run as it is: only --minutes, --device and --plain go with it"
        )
    if not all(setting.partition("=")[2] for setting in arguments.settings):
        raise ArgumentsError("--set wants NAME=NUMBER or NAME=NUMBER,NUMBER")
    return arguments


def _players(text: str) -> int:
    return _whole_number(text, 2, 5)


def _seed(text: str) -> int:
    return _whole_number(text, 0, MAX_SEED)


def _whole_number(text: str, least: int, most: int) -> int:
    number = int(text) if text.isdecimal() else least - 1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least} to {most}")
    return number


def _moves(text: str) -> float:
    number = _float(text)
    if not 1 <= number <= MAX_MOVES:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to {MAX_MOVES:.0e}")
    return number


def _minutes(text: str) -> float:
    number = _float(text)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return number


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan
