"""A friend without a browser: sits at the same table and does what a test wants."""

from contextlib import ExitStack
from typing import Any, Self

from support.server.serving import Server, say, shown
from support.server.serving import Visitor as Caller


class Friend:
    """Somebody who talks to the server as a browser does."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.caller = Caller(server.port)
        self.table: dict[str, Any] = {}
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leaves()

    @property
    def play(self) -> dict[str, Any]:
        """The game as this friend sees it."""
        game: dict[str, Any] = self.table["play"]
        return game

    def opens(self, deal: str | None = None, **settings: Any) -> Self:
        """A table of this friend's own."""
        _, answer = self.caller.ask("/api/tables", {"settings": settings, "deal": deal})
        return self.comes(answer["table"])

    def comes(self, table: str) -> Self:
        self.id = table
        if not self.caller.cookie:
            self.caller.ask("/api/me")
        self.socket = self._open.enter_context(self.caller.join(table))
        self.table = shown(self.socket)
        return self

    def does(self, kind: str, **parts: Any) -> Self:
        """Send a message that changes the table, and hear that it did."""
        version = self.table["version"]
        if kind in ("act", "end", "take-back", "answer"):
            parts = {"version": version, **parts}
        say(self.socket, kind, **parts)
        return self.hears(lambda table: table["version"] > version)

    def hears(self, so: Any) -> Self:
        """Wait for a table that is so, unless it is already."""
        if not so(self.table):
            self.table = shown(self.socket, so)
        return self

    def sees(self, version: int) -> Self:
        """Wait until this version of the table was told."""
        return self.hears(lambda table: table["version"] >= version)

    def turn(self) -> Self:
        """Wait for one's turn, or for the end of the game."""
        return self.hears(
            lambda table: (
                table["play"]
                and (table["play"]["over"] or table["play"]["to_move"] == table["you"])
            )
        )

    def acts(self, **action: Any) -> Self:
        """Act when it is this friend's turn."""
        self.turn()
        return self.does("act", action=action)

    def clues(self, to: int) -> Self:
        """Tell somebody anything that is allowed."""
        self.turn()
        legal = self.table["play"]["legal"]
        return self.does("act", action=next(one for one in legal if one.get("to") == to))

    def leaves(self) -> None:
        """Close the connection; the seat stays."""
        self._open.close()
