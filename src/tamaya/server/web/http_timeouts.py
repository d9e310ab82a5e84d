"""uvicorn's HTTP protocol with timeouts against slow clients, for servers without a proxy.

uvicorn itself closes connections that are idle after a response, which is how browsers leave, so
these are neither counted nor logged. It waits without limit for a first request, for the rest of
the headers or the body, and for the client to read a response.
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
    """One connection. Each part of a request has to be complete in time."""

    seconds: ClassVar[dict[Awaited, float]] = {
        "request": 10.0,  # its first byte; browsers connect in advance
        "headers": 10.0,  # all of them
        "body": 30.0,  # all of it: 200,000 bytes over a slow line
        "reading": 30.0,  # until a part of the response has been read
    }
    _logged: ClassVar[set[Awaited]] = set()  # on the class, since uvicorn makes the instances
    _upgraded = False
    _awaited: Awaited | None = None
    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as theirs
        """Wait for the first request of a new connection."""
        super().connection_made(transport)
        self._await("request")

    def data_received(self, data: bytes) -> None:
        """Handle a part of a request, or several requests."""
        super().data_received(data)
        self._await_next()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the timeouts to the WebSocket protocol from now on."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request, which may have arrived already."""
        super().on_response_complete()
        self._await_next()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection; a client that has not read the response is given a while."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self._await("reading")

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._await("reading")

    def resume_writing(self) -> None:
        """Wait for whatever is next: the client has read enough."""
        super().resume_writing()
        self._await_next()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._await(None)
        super().connection_lost(exc)

    def _await_next(self) -> None:
        """Set the timer for what the client has to send next."""
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
        """Set the timer, unless the same is awaited already: more bytes give no more time."""
        if awaited == self._awaited:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._awaited, self._timer = awaited, None
        if awaited is not None:
            self._timer = self.loop.call_later(self.seconds[awaited], self._hang_up, awaited)

    def _hang_up(self, awaited: Awaited) -> None:
        metrics.SLOW.labels(awaited).inc()
        if awaited not in self._logged:
            self._logged.add(awaited)
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
