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
        self.open = threading.Event()  # bytes pass
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

    def mend(self) -> None:
        """As before; what was held back is lost, as its connections are."""
        for end in list(self.sockets) if not self.open.is_set() else ():
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.refuses = False
        self.open.set()

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
                for source, sink in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                held = not self.open.is_set()
                self.open.wait()
                if held:
                    break
                sink.sendall(data)
        for end in (source, sink):
            self.sockets.discard(end)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
