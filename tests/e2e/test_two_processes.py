"""Friends whose pages come from different processes; one of these may die."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from support.e2e.lost_connections import banner, decisions
from support.e2e.peeking import play_on
from support.e2e.tables import my_turn, post, together
from support.e2e.visitors import Visitor
from support.server.backends import postgres_server, redis_server
from support.server.proxy import Proxy
from support.server.serving import Server, free_port, serving
from tamaya.cli.serve import CLIENT

MOVES = 6


@pytest.fixture(scope="module", name="shared")
def _shared() -> Iterator[tuple[str, ...]]:
    """How servers over one PostgreSQL and one Redis are started."""
    if not CLIENT.is_dir():
        pytest.fail("the page is not built: make client")
    with postgres_server() as postgres, redis_server() as redis:
        yield postgres.new(), "--redis", redis.url


def test_friends_at_two_processes(browser: Any, shared: tuple[str, ...]) -> None:
    """One of the processes is killed in mid-game; its page comes back to the other one."""
    database, *on = shared
    with ExitStack() as leaving:
        first = Server(database, free_port(), *on)
        leaving.callback(first.stop)
        second = leaving.enter_context(serving(database, None, *on))
        gate = leaving.enter_context(Proxy(first.port))  # as a load balancer would stand there
        pair = [Visitor(browser, "phone"), Visitor(browser, "desktop")]
        together(pair, gate, second, first=0)
        ada, bo = pair
        play_on(pair, MOVES)
        assert len(decisions(ada)) == len(decisions(bo)) == MOVES
        gate.target = second.port
        gate.refuses = True  # for a moment, as long as nobody knows that it is gone
        first.kill()
        banner(ada).wait_for()
        gate.refuses = False
        banner(ada).wait_for(state="detached")
        play_on(pair, MOVES)
        assert decisions(ada) == decisions(bo)
        assert len(decisions(ada)) >= 2 * MOVES
        ada.wrong.clear()  # requests that failed are on the console
        for visitor in pair:
            visitor.close()


def test_friends_at_the_workers_of_one_port(browser: Any, shared: tuple[str, ...]) -> None:
    """Three pages and a bot, wherever each connection ends up."""
    database, *on = shared
    with serving(database, None, *on, "--workers", "2") as server:
        friends = [Visitor(browser, size) for size in ("phone", "desktop", "phone")]
        together(friends, server, first=0)
        play_on(friends, MOVES)
        told = [decisions(friend) for friend in friends]
        assert told[0] == told[1] == told[2]
        alone = friends[0]
        table = post(alone, server, "/api/play", {"name": "Ada", "players": 2})["table"]
        alone.open(server, f"/t/{table}")
        my_turn(alone)
        alone.does(alone.play["legal"][0])
        alone.until(lambda now: len(decisions(alone)) > 1 and now["play"]["legal"], "the bot")
        for friend in friends:
            friend.close()
