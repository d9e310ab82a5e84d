"""A client as the browser has it: it keeps what it was sent, loses its connection, comes back."""

import json
from dataclasses import dataclass, field
from typing import Any

import msgspec

from support.server.changed_tables import applied
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.room import messages
from tamaya.server.room.messages import Line, PasswordNeeded, TableView


@dataclass
class Client:
    """What one visitor's browser knows of a table."""

    who: str
    events: list[dict[str, Any]] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    branch: tuple[int, int] | None = None  # the game and its take-backs that the events are of
    viewer: Viewer | None = None  # its connection
    last: bytes = b""
    table: dict[str, Any] | None = None  # what it was sent last, put together from changes
    changes: int = 0  # messages that told only what had changed

    def connect(self, live: LiveTable) -> None:
        """Look at the table, saying what is known already."""
        self.disconnect(live)
        lines_from = max(self.lines, default=-1) + 1
        self.viewer = Viewer(self.who, len(self.events), lines_from, changes=True)
        if self.branch is not None:
            self.viewer.has_events_of(*self.branch)
        live.viewers.add(self.viewer)
        live.away.discard(self.who)
        live.presence_version += 1

    def disconnect(self, live: LiveTable) -> None:
        """The connection is lost."""
        if self.viewer is not None:
            live.viewers.discard(self.viewer)
            live.presence_version += 1
        self.viewer = None

    def listen(self, live: LiveTable) -> bool:
        """Receive what is new; whether anything is."""
        told = None if self.viewer is None else self.viewer.next_update(live)
        if told is None:
            return False
        news = told.message
        self.last = messages.encode(news)
        self._read(told.text)
        if isinstance(news, TableView) and not self._took(news):
            self.events, self.branch = [], None  # something is missing: ask for everything
            self.connect(live)
            return self.listen(live)
        if isinstance(news, PasswordNeeded):
            assert self.last == b'{"type":"closed"}'
        return True

    def _read(self, text: str) -> None:
        """Take in what came over the wire: it says the same as the whole message."""
        sent = json.loads(text)
        if sent["type"] == "table-changed":
            assert self.table is not None
            assert len(text) < len(self.last)
            sent = applied(self.table, sent)
            self.changes += 1
        assert sent == json.loads(self.last)
        self.table = sent if sent["type"] == "table" else None

    def _took(self, table: TableView) -> bool:
        play = table.play
        branch = None if play is None else (play.game, play.taken_back)
        known = self.events if branch == self.branch else []
        if play is not None and play.events_from > len(known):
            return False
        self.branch = branch
        told = [] if play is None else [*known[: play.events_from], *map(_plain, play.events)]
        self.events = told
        self.lines.update(enumerate(table.lines, table.lines_from))
        return True


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain
