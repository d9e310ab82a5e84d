"""Around every request: our headers on each answer, and a stop for strangers and for floods."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamaya.server import messages, web
from tamaya.server.limits import Allowance

BURST, PER_SECOND = 60, 1.0  # requests of one visitor that change something
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"same-origin",
    b"x-content-type-options": b"nosniff",
}
FOREIGN = messages.Refused("other-origin", "other origins may not ask this")
TOO_MUCH = messages.Refused("too-much", "too many requests; wait a moment")


class Guard:
    """Pages of other origins change nothing here, and nobody asks without end."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.allowance = Allowance(BURST, PER_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS.items()]}
            await send(message)

        refusal, socket = self._refusal(HTTPConnection(scope)), scope["type"] == "websocket"
        if refusal is None:
            await self.app(scope, receive, send if socket else with_headers)
        elif socket:
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, with_headers)

    def _refusal(self, connection: HTTPConnection) -> Response | None:
        socket = connection.scope["type"] == "websocket"
        if not socket and connection.scope["method"] in ("GET", "HEAD"):
            return None
        if not _same_origin(connection):
            return web.Json(FOREIGN, 403)
        if socket or self.allowance.takes(web.asker(connection)):
            return None
        return web.Json(TOO_MUCH, 429)


def _same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    ours = {connection.headers.get("host"), urlsplit(connection.app.state.base or "").netloc}
    return urlsplit(origin).netloc in ours - {"", None}
