"""What comes over a WebSocket besides messages: pings, fragments, bytes that are no text."""

from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from tamaya.server.limits.token_bucket import TokenBucket
from tamaya.server.ops import metrics

BURST, PER_SECOND = 100, 10.0  # pings, pongs and fragments of one connection
MOST_UNREAD = 1 << 18  # bytes that wait for somebody who does not read, when more pings come


class WebSocketWithLimits(WebSocketsSansIOProtocol):
    """uvicorn's protocol, for strangers: who floods, or never reads, is hung up on."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._bucket = TokenBucket(BURST, PER_SECOND)
        self._ending: TimerHandle | None = None

    def handle_ping(self) -> None:
        """Answer, as long as the answers are read."""
        if not self._goes_on():
            return
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Take note, unless there are too many."""
        if self._goes_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Gather a fragment; those without a byte would never make a message too long."""
        if self._goes_on():
            super().handle_cont(event)

    def _goes_on(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._bucket.take():
            return True
        metrics.LIMITED.labels("frames", "connection").inc()
        self._fail(CloseCode.POLICY_VIOLATION, "too many frames")
        return False

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; one that is no text ends the connection, and nobody's log tells."""
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
        """What makes no sense ends the connection; before it was accepted, without a word."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        """Who has not answered is gone: what waits to be read is thrown away."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """One connection; once its app is done, nobody waits for long until the rest is read."""
        await super().run_asgi()
        if not self.disconnected:
            self._ending = self.loop.call_later(2 * self.close_timeout, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to wait for, nor to be held: what made no sense came with many frames."""
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
