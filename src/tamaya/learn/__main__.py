"""`python -m tamaya.learn`: `tamaya train` without the packages that only the command needs."""

import sys
from functools import partial

from tamaya.formats.nets import NetError
from tamaya.learn.arguments import ArgumentsError, parse_arguments, train_parser
from tamaya.learn.session import run_from_arguments
from tamaya.rules import OptionsError

COMMAND = "python -m tamaya.learn"
USAGE_ERROR, INTERRUPTED = 2, 130


def main() -> None:
    """Train as the command line asks; progress goes to standard output."""
    try:
        arguments = parse_arguments(sys.argv[1:], COMMAND)
        print(run_from_arguments(arguments, partial(print, flush=True)))
    except (ArgumentsError, NetError, OptionsError) as error:
        train_parser(COMMAND).print_usage(sys.stderr)
        print(f"{COMMAND}: {error}", file=sys.stderr)
        sys.exit(USAGE_ERROR)
    except OSError as error:
        sys.exit(f"{error.filename or COMMAND}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
