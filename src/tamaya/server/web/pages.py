"""The pages of the built client, and the answers where there is nothing."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from tamaya.server.room.refusals import Refusal
from tamaya.server.web import http

PATHS = ("/", "/t/{table}", "/g/{game}", "/games", "/learn")  # the client shows which
NOTHING_HERE = "no-such-address", "nothing at this address answers that"


class ClientPage:
    """The page of the client, which is the same at all its addresses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def response(self, request: Request, status: int) -> Response:
        """Return the page."""
        fresh = {"cache-control": "no-cache"}
        page = FileResponse(self.folder / "index.html", status, headers=fresh)
        return http.with_cookie(request, page)

    async def endpoint(self, request: Request) -> Response:
        """Answer at one of the client's addresses."""
        return self.response(request, 200)


def routes(page: ClientPage | None) -> list[BaseRoute]:
    """Return the routes that come after all others; without a client there is no page."""
    redirect = Route("/{path:path}/", _without_slash)
    if page is None:
        return [redirect]
    files = Mount("/", StaticFiles(directory=page.folder))
    return [*(Route(path, page.endpoint) for path in PATHS), redirect, files]


async def _without_slash(request: Request) -> Response:
    """Redirect to the same address without the slash at its end; never to another host."""
    path, query = request.path_params["path"].strip("/"), request.url.query
    return RedirectResponse(f"/{quote(path)}{query and '?' + query}", 308)


def not_found_handler(
    page: ClientPage | None,
) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return a handler of HTTP errors: it answers programs with JSON, and people with the page."""

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path, status = request.url.path, error.status_code
        if path.startswith("/api/"):
            return http.JsonResponse(Refusal(*NOTHING_HERE).message, status, error.headers)
        if page is None or status != 404 or path.startswith("/assets/"):
            return PlainTextResponse(error.detail, status, error.headers)
        return page.response(request, 404)

    return handle
