"""`python -m tamaya.learn` and `python -m tamaya.search`: training without the command `tamaya`."""

import sys
from collections.abc import Callable, Sequence
from functools import partial

from tamaya.formats.nets import NetError
from tamaya.learn.arguments import ArgumentsError, TrainArguments, parse_arguments, train_parser
from tamaya.learn.session import Report
from tamaya.rules import OptionsError

USAGE_ERROR, INTERRUPTED = 2, 130


def run_module(
    command: str, words: Sequence[str], run: Callable[[TrainArguments, Report], str]
) -> None:
    """Train as the words after the command ask; progress goes to standard output."""
    try:
        arguments = parse_arguments(words, command)
        print(run(arguments, partial(print, flush=True)))
    except (ArgumentsError, NetError, OptionsError) as error:
        train_parser(command).print_usage(sys.stderr)
        print(f"{command}: {error}", file=sys.stderr)
        sys.exit(USAGE_ERROR)
    except OSError as error:
        sys.exit(f"{error.filename or command}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
