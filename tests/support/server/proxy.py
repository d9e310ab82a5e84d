"""A network between two programs that can be cut, or go silent, and be mended."""

import socket
import threading
from contextlib import suppress
from typing import Self


class Proxy:
    """Passes connections on to a port of this machine."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.open = threading.Event()  # bytes pass to the target
        self.answers = threading.Event()  # and back
        self.refuses = False
        self.sockets: set[socket.socket] = set()
        self.mend()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self.listening.close()

    def cut(self) -> None:
        """All connections end, and no new ones begin."""
        self.refuses = True
        for end in list(self.sockets):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hold(self) -> None:
        """Connections stay, and nothing comes through them; new ones begin and say nothing."""
        self.open.clear()
        self.answers.clear()

    def hold_answers(self) -> None:
        """What is sent arrives, and nothing comes back: nobody knows what has been done."""
        self.answers.clear()

    def mend(self) -> None:
        """As before; what was held back is lost, as its connections are."""
        held = not (self.open.is_set() and self.answers.is_set())
        for end in list(self.sockets) if held else ():
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.refuses = False
        self.open.set()
        self.answers.set()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                ours, _ = self.listening.accept()
                try:
                    theirs = socket.create_connection(("127.0.0.1", self.target))
                except OSError:  # nobody is there
                    ours.close()
                    continue
                if self.refuses:
                    ours.close()
                    theirs.close()
                    continue
                self.sockets |= {ours, theirs}
                for way in ((ours, theirs, self.open), (theirs, ours, self.answers)):
                    threading.Thread(target=self._pass, args=way, daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, passes: threading.Event) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                held = not passes.is_set()
                passes.wait()
                if held:
                    break
                sink.sendall(data)
        for end in (source, sink):
            self.sockets.discard(end)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
