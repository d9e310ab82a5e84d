"""Addresses with a slip in them: what is said about them never shows the password."""

import logging

import pytest

from support.cli.running import Here, in_a_process
from support.server.backends import PostgresServer
from tamaya.server.hub.redis_channel import RedisChannel
from tamaya.server.store import urls
from tamaya.server.store.store import Store, StoreError, engine_of

GOOD = (
    "postgresql://ada@127.0.0.1:5432/games",
    "postgres://ada:s%40me@db.example/games?sslmode=require",
    "postgresql:///games",
    "postgresql://",
    "postgresql://ada:x@[::1]:5432/games",
    "postgresql://one,two:5433/games?target_session_attrs=read-write",
    "postgresql:///games?host=/run/postgresql&user=ada",
)
GOOD_REDIS = (
    "redis://127.0.0.1:6379/0",
    "redis://:p@ss@redis.example",
    "rediss://ada:sesame@redis.example:6380/2?ssl_cert_reqs=none",
    "unix:///run/redis.sock?db=1",
)
BAD = (
    "postgresql://ada:sesame@127.0.0.1:what/games",
    "postgresql://ada:open@sesame@127.0.0.1:1/games",
    "postgresql://ada:open%sesame@127.0.0.1:1/games",
    "postgresql://ada:open/sesame@127.0.0.1:1/games",
    "postgresql://ada:open#sesame@127.0.0.1:1/games",
    "postgresql://ada:open?sesame@127.0.0.1:1/games",
    "postgresql://ada:open:sesame@127.0.0.1:1/games",
    "postgresql://ada:[sesame@127.0.0.1:1/games",
    "postgresql://ada:sesame",
    "postgresql://127.0.0.1:1/games?password=open&sesame=1",
    "postgresql://127.0.0.1:1/games?password=open&sesame",
    "postgresql:/ada:sesame@127.0.0.1/games",
    "postgresql:ada:sesame@127.0.0.1/games",
    "PostgreSQL://ada:sesame@127.0.0.1/games",
    "mysql://ada:sesame@127.0.0.1/games",
)
BAD_REDIS = (
    "redis://:sesame@127.0.0.1:what/0",
    "redis://:open/sesame@127.0.0.1",
    "redis://:open#sesame@127.0.0.1",
    "redis://:open?sesame@127.0.0.1",
    "redis://:sesame",
    "redis:/:sesame@127.0.0.1",
    "http://:sesame@127.0.0.1",
    "redis://127.0.0.1?db=sesame",
    "redis://127.0.0.1?sesame=1",
    "sesame",
)


@pytest.mark.parametrize("url", GOOD)
def test_an_address_is_taken(url: str) -> None:
    assert engine_of(url).shared


@pytest.mark.parametrize("url", GOOD_REDIS)
def test_an_address_of_redis_is_taken(url: str) -> None:
    RedisChannel(url, "x")


@pytest.mark.parametrize("path", ["games.sqlite", "./a:b", "/x/a@b:c", "C:/games.sqlite", "a:b"])
def test_a_file_is_a_file(path: str) -> None:
    assert not engine_of(path).shared


@pytest.mark.parametrize("url", BAD)
def test_no_message_shows_a_password(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError) as refused:
        Store(url)
    assert "sesame" not in str(refused.value)
    said = Here(capsys, monkeypatch)("admin", "check", "--database", url).complaint()
    assert said.endswith(urls.NOT_POSTGRES)


@pytest.mark.parametrize("url", BAD_REDIS)
def test_nor_one_for_redis(url: str) -> None:
    with pytest.raises(ValueError, match="an address of Redis") as refused:
        RedisChannel(url, "x")
    assert "sesame" not in str(refused.value)


def test_the_command_says_it_in_one_line(postgres: PostgresServer) -> None:
    ran = in_a_process("serve", "--port", "0", "--database", BAD[0])
    assert "sesame" not in ran.out + ran.complaint()
    url = postgres.new()
    ran = in_a_process("serve", "--port", "0", "--database", url, "--redis", BAD_REDIS[0])
    assert "sesame" not in ran.out + ran.complaint()


def test_a_wrong_password_is_not_shown_either(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(StoreError, match="cannot open postgresql://ada@127") as refused:
        Store("postgresql://ada:sesame@127.0.0.1:1/games")
    assert "sesame" not in str(refused.value) + caplog.text
