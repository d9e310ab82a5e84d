"""`tamaya bots`: who can be played with."""

from tamaya.bots import BOTS
from tamaya.cli.console import show, stdout_console


def bots() -> None:
    """List the bots and what they are for.

    Example: tamaya bots
    """
    console = stdout_console()
    for entry in BOTS.values():
        show(console, f"{entry.name:<12}{entry.about}")
