"""A connection pooler in transaction mode, as far as notifications go: they get lost in it."""

import socket
import threading
from contextlib import suppress
from typing import Self

NOTIFICATION = b"A"


class Pooler:
    """Passes connections on to a PostgreSQL, and everything back but notifications."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.dropped = 0  # notifications
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.sockets: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for end in (*self.sockets, self.listening):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def url(self, database: str) -> str:
        """The address of a database behind it."""
        where = database.replace(f":{self.target}/", f":{self.port}/")
        return f"{where}?sslmode=disable&gssencmode=disable"

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                ours, _ = self.listening.accept()
                theirs = socket.create_connection(("127.0.0.1", self.target))
                self.sockets += [ours, theirs]
                for passing, way in ((self._ask, (ours, theirs)), (self._answer, (theirs, ours))):
                    threading.Thread(target=passing, args=way, daemon=True).start()

    def _ask(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    def _answer(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError), source.makefile("rb") as stream:
            while head := stream.read(5):
                body = stream.read(int.from_bytes(head[1:]) - 4)
                if head[:1] == NOTIFICATION:
                    self.dropped += 1
                else:
                    sink.sendall(head + body)
            sink.shutdown(socket.SHUT_RDWR)
