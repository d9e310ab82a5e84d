"""How a command fails: one line for the user, and an exit status."""


class CommandError(Exception):
    """A failure, reported to the user in one line; the command ends with this exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status
