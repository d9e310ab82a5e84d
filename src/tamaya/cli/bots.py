"""`tamaya bots`: lists the bots."""

from tamaya.bots import BOTS
from tamaya.terminal.console import print_error, show, stdout_console
from tamaya.text.escape import escape_controls


def bots_command() -> None:
    """List the bots and what they are for.

    Example: tamaya bots
    """
    console = stdout_console()
    for entry in BOTS.values():
        show(console, f"{entry.name:<12}{escape_controls(entry.about)}")
    for point, error in BOTS.broken.items():
        print_error(f"a bot cannot be used: {point}: {error}")
