"""Addresses of the page: those it has, those with a slash too many, and those of nothing."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from support.cli.running import PATIENCE
from support.server.serving import free_port, in_this_process
from tamaya.server.web.app import AppOptions, create_app

PAGE = "<!doctype html><title>Tamaya</title>"
SCRIPT = "console.log('tamaya')"
Ask = Callable[..., tuple[HTTPResponse, str]]


@pytest.fixture(scope="module", name="ask")
def _ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """A request to a server with a small page, without following where it leads."""
    client, port = tmp_path_factory.mktemp("client"), free_port()
    (client / "index.html").write_text(PAGE)
    (client / "assets").mkdir()
    (client / "assets/index.js").write_text(SCRIPT)

    def ask(path: str, method: str = "GET") -> tuple[HTTPResponse, str]:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            connection.request(method, path)
            answer = connection.getresponse()
            return answer, answer.read().decode()

    with in_this_process(create_app(client / "games.sqlite", AppOptions(client=client)), port):
        yield ask


@pytest.mark.parametrize("path", ["/", "/t/ABC", "/g/ABC", "/games", "/learn", "/?variant=black"])
def test_the_page_is_at_its_addresses(ask: Ask, path: str) -> None:
    answer, text = ask(path)
    assert (answer.status, text) == (200, PAGE)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "tamaya=" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("path", ["/nonsense", "/t/ABC/more", "/games.html", "/%2e%2e/etc/passwd"])
def test_where_nothing_is_the_page_says_so(ask: Ask, path: str) -> None:
    answer, text = ask(path)
    assert (answer.status, text) == (404, PAGE)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "without"),
    [
        ("/games/", "/games"),
        ("/t/ABC/", "/t/ABC"),
        ("/g/ABC//?eyes=0", "/g/ABC?eyes=0"),
        ("/nonsense/", "/nonsense"),
        ("/a%3Fb%25c/", "/a%3Fb%25c"),
        ("//evil.example/", "/evil.example"),
        ("/%5Cevil.example/", "/%5Cevil.example"),
    ],
)
def test_a_slash_at_the_end_is_taken_off(ask: Ask, path: str, without: str) -> None:
    answer, _ = ask(path)
    assert (answer.status, answer.headers["Location"]) == (308, without)


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/api/nonsense", "GET", 404),
        ("/api/play", "GET", 404),
        ("/api/nonsense", "PUT", 405),
        ("/api/games/nothing", "GET", 404),
    ],
)
def test_programs_are_answered_in_json(ask: Ask, path: str, method: str, status: int) -> None:
    answer, text = ask(path, method)
    assert (answer.status, json.loads(text)["type"]) == (status, "refused")


def test_files_are_files(ask: Ask) -> None:
    assert ask("/assets/index.js")[1] == SCRIPT
    answer, text = ask("/assets/old.js")
    assert (answer.status, text) == (404, "Not Found")
    assert ask("/nonsense", "POST")[0].status == 405


def test_without_a_page_there_are_still_answers(tmp_path: Path) -> None:
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        for path, begins in (("/api/nonsense", "{"), ("/nonsense", "Not Found")):
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
                connection.request("GET", path)
                answer = connection.getresponse()
                assert answer.status == 404
                assert answer.read().decode().startswith(begins)
