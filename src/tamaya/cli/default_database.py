"""Where games are kept if no database is named."""

from pathlib import Path


def data_folder() -> Path:
    """The folder for this user's games, by the conventions of the operating system."""
    from platformdirs import user_data_dir  # noqa: PLC0415 - only where no database is named

    return Path(user_data_dir("tamaya", appauthor=False))


def default_database() -> str:
    """The database of `tamaya serve` and `tamaya admin` if none is named."""
    return str(data_folder() / "tamaya.sqlite")
