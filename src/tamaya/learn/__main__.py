"""`python -m tamaya.learn`: `tamaya train` without the packages that only the command needs."""

import sys

from tamaya.learn.module_command import run_module
from tamaya.learn.session import run_from_arguments


def main() -> None:
    """Train as the command line asks."""
    run_module("python -m tamaya.learn", sys.argv[1:], run_from_arguments)


if __name__ == "__main__":
    main()
