"""What is reported about the tables of this process, so that other processes can be told."""

from collections.abc import Mapping
from typing import Protocol

from tamaya.server.hub.live_table import LiveTable


class TableObserver(Protocol):
    """Is notified of what happens at the tables of this process."""

    process: str  # the name of this process among several

    def rows_added(self, live: LiveTable) -> None:
        """This process has added rows to a table's log."""

    def presence_changed(self, live: LiveTable, onlookers: Mapping[str, int]) -> None:
        """Somebody has connected to a table or left it.

        `onlookers` are the onlookers' connections to this process by address, as a digest.
        """

    def bot_started(self, live: LiveTable) -> None:
        """A bot of this process has begun to choose its move."""


class NoObserver:
    """For a process that serves alone: nobody is notified."""

    process = ""

    def rows_added(self, live: LiveTable) -> None:
        """Do nothing."""

    def presence_changed(self, live: LiveTable, onlookers: Mapping[str, int]) -> None:
        """Do nothing."""

    def bot_started(self, live: LiveTable) -> None:
        """Do nothing."""
