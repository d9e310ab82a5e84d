"""uvicorn's HTTP with timeouts, for servers without a proxy: nobody holds a connection for ever.

uvicorn itself ends connections that ask for nothing more after an answer, which is how browsers
leave, so that these are neither counted nor logged. It waits without end for a first
request, for the rest of headers or of a body, and for somebody to read an answer.
"""

import logging
from asyncio import TimerHandle, Transport
from typing import ClassVar, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tamaya.server.ops import metrics

Awaited = Literal["request", "headers", "body", "reading"]
WORDS: dict[Awaited, str] = {
    "request": "connected and sent nothing",
    "headers": "sent its headers too slowly",
    "body": "sent its body too slowly",
    "reading": "did not read its answer",
}
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
log = logging.getLogger(__name__)


class HttpWithTimeouts(H11Protocol):
    """One connection; what a client owes us has to come in time, however it drips."""

    seconds: ClassVar[dict[Awaited, float]] = {
        "request": 10.0,  # its first byte; browsers connect before they need to
        "headers": 10.0,  # all of them
        "body": 30.0,  # all of it: 200,000 bytes over a slow line
        "reading": 30.0,  # until a part of what was answered has been read
    }
    _told: ClassVar[set[Awaited]] = set()  # what has been logged, once for all connections
    _upgraded = False
    _awaited: Awaited | None = None
    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as theirs
        """Somebody has connected."""
        super().connection_made(transport)
        self._await("request")

    def data_received(self, data: bytes) -> None:
        """A part of a request has come, or more than one."""
        super().data_received(data)
        self._await_next()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A WebSocket from now on: its own protocol knows when its other end is gone."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """An answer is on its way; the next request may have come already."""
        super().on_response_complete()
        self._await_next()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked; whoever has not read the answer by now soon need not."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self._await("reading")

    def pause_writing(self) -> None:
        """Too much has not been read yet."""
        super().pause_writing()
        self._await("reading")

    def resume_writing(self) -> None:
        """Enough has been read to go on."""
        super().resume_writing()
        self._await_next()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._await(None)
        super().connection_lost(exc)

    def _await_next(self) -> None:
        """Find out what the client owes us now."""
        if self.flow.write_paused:
            return
        state = self.conn.their_state
        if self._upgraded:
            self._await(None)
        elif state is h11.SEND_BODY:
            self._await("body")
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            self._await("headers")
        else:  # after an answer uvicorn has a timer of its own
            self._await(None)

    def _await(self, awaited: Awaited | None) -> None:
        """Set the clock, unless the same is awaited already: more bytes give no more time."""
        if awaited == self._awaited:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._awaited, self._timer = awaited, None
        if awaited is not None:
            self._timer = self.loop.call_later(self.seconds[awaited], self._hang_up, awaited)

    def _hang_up(self, awaited: Awaited) -> None:
        metrics.SLOW.labels(awaited).inc()
        if awaited not in self._told:
            self._told.add(awaited)
            log.warning(
                "a client %s and was hung up on; from now on such clients are only counted,"
                " in tamaya_slow_senders_total",
                WORDS[awaited],
            )
        if awaited == "headers" or (awaited == "body" and not self.cycle.response_started):
            self.transport.write(LATE)
            self.transport.close()
        else:
            self.transport.abort()
