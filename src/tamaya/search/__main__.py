"""`python -m tamaya.search`: `tamaya train --belief` where only what it needs is installed."""

import sys

from tamaya.learn.module_command import run_module
from tamaya.search.belief_session import train_beliefs


def main() -> None:
    """Train a belief network as the command line asks."""
    run_module("python -m tamaya.search", ["--belief", *sys.argv[1:]], train_beliefs)


if __name__ == "__main__":
    main()
