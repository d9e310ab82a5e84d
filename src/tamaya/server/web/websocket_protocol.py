"""uvicorn's WebSocket protocol with limits on pings, fragments and invalid text."""

from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from tamaya.server.limits.token_bucket import TokenBucket
from tamaya.server.ops import metrics

BURST, PER_SECOND = 100, 10.0  # pings, pongs and fragments of one connection
MOST_UNREAD = 1 << 18  # bytes of answers to pings that the client has not read


class WebSocketWithLimits(WebSocketsSansIOProtocol):
    """uvicorn's protocol for untrusted clients: those that flood or never read are cut off."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._bucket = TokenBucket(BURST, PER_SECOND)
        self._ending: TimerHandle | None = None

    def handle_ping(self) -> None:
        """Answer, as long as the client reads the answers."""
        if not self._may_continue():
            return
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Note a pong, unless there are too many."""
        if self._may_continue():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Collect a fragment; empty ones count too, though they make no message longer."""
        if self._may_continue():
            super().handle_cont(event)

    def _may_continue(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._bucket.take():
            return True
        metrics.LIMITED.labels("frames", "connection").inc()
        self._fail(CloseCode.POLICY_VIOLATION, "too many frames")
        return False

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; invalid UTF-8 closes the connection, without a line in the log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self._fail(CloseCode.INVALID_DATA, "not UTF-8")
        elif not self.transport.is_closing():
            super().send_receive_event_to_app()

    def _fail(self, code: CloseCode, words: str) -> None:
        if not self.close_sent:
            self.conn.fail(code, words)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Close the connection after invalid data; without a close frame if not yet accepted."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        """Drop a client that has not answered, with all that it has not read."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Run the app; afterwards the client has a short while to read the rest."""
        await super().run_asgi()
        if not self.disconnected:
            self._ending = self.loop.call_later(2 * self.close_timeout, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the frames that the parser still holds after invalid data, and the timer."""
        super().connection_lost(exc)
        self.conn.parser_exc = None
        self.conn.parser.close()
        self.conn.events_received()
        if self._ending is not None:
            self._ending.cancel()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
