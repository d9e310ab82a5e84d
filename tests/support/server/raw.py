"""WebSockets by hand: frames that no library would send, from somebody who may never read."""

import socket
import struct
from typing import Self

from support.cli.running import PATIENCE

TEXT, BYTES, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0
RESERVED = 0x40  # a bit that says something only by agreement


def frame(kind: int, data: bytes = b"", *, last: bool = True, bits: int = 0) -> bytes:
    """One frame as a client sends it."""
    size = len(data)
    first = kind | bits | (0x80 if last else 0)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    else:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    mask = b"mask"
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))


def greeting(port: int, table: str, cookie: str = "") -> bytes:
    """What opens a socket to a table."""
    return (
        f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Cookie: {cookie}\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


class Raw:
    """A connection to a table; beyond the greeting, nothing is read unless asked for."""

    def __init__(self, port: int, table: str, first: bytes = b"", *, room: int = 4096) -> None:
        """What comes `first` does not wait until the greeting is answered."""
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(greeting(port, table) + first)
        head = b""
        while not (first or head.endswith(b"\r\n\r\n")):
            head += self.socket.recv(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def sends(self, data: bytes) -> bool:
        """Whether the other end still takes anything."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def rest(self) -> bytes:
        """All that comes until the other end hangs up."""
        read = b""
        try:
            while part := self.socket.recv(1 << 16):
                read += part
        except ConnectionResetError:
            pass
        return read


def code(read: bytes) -> int:
    """Why the other end hung up: what its last frame says."""
    at = read.rindex(b"\x88")
    found: int = struct.unpack("!H", read[at + 2 : at + 4])[0]
    return found
