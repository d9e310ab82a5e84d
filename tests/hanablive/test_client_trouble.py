"""Our bots as programs, when something goes wrong: bots that fail, odd tables, lost connections."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from hanablive.conftest import Ports
from support.arena.installing import and_path, install_tiny
from support.cli.running import PATIENCE
from support.hanablive.mixed_table import Host
from support.hanablive.our_bots import our_bot, wait_for
from support.server.serving import free_port, in_this_process, say, shown
from tamaya.hanablive.client import connection
from tamaya.hanablive.client.bot_client import BotClient
from tamaya.hanablive.client.frame_reader import decode_frame
from tamaya.hanablive.client.private_messages import PrivateMessages
from tamaya.hanablive.protocol import codec, frames
from tamaya.worker_pool import WorkerPool

# bots that fail


@pytest.mark.parametrize("bot", ["raises", "illegal"])
def test_another_bot_plays_on_for_one_that_fails(ports: Ports, tmp_path: Path, bot: str) -> None:
    install_tiny(tmp_path)
    path = {"PYTHONPATH": and_path(tmp_path)}
    with our_bot(bot, ports.bots, f"{bot}-bot", **path) as process:
        host = Host(ports.web, players=2, first=0)
        wait_for(host.visitor, f"{bot}-bot")
        with host.joined() as socket:
            say(socket, "seat-bot", seat=0, bot="cautious")
            say(socket, "invite", seat=1, guest=f"{bot}-bot")
            shown(socket, lambda told: None not in told["seats"])
            say(socket, "begin")
            shown(socket, lambda told: told["play"] and told["play"]["over"])
        process.terminate()
        said = process.communicate(timeout=PATIENCE)[1].splitlines()
    failed = [line for line in said if "failed at table" in line]
    assert len(failed) == 1, "it is said once"
    assert failed[0].endswith("cautious plays on for it there")
    assert not [line for line in said if "warns" in line]


def test_a_bot_that_cannot_even_be_made(ports: Ports, tmp_path: Path) -> None:
    install_tiny(tmp_path)
    with our_bot("unmade", ports.bots, "never", PYTHONPATH=and_path(tmp_path)) as process:
        said = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1
    assert said == "tamaya: the bot unmade fails: RuntimeError: not today\n"


# tables that are odd


def told(*texts: str) -> tuple[list[str], list[str]]:
    """What a bot of ours sends, and says, when it hears these frames."""
    sent, said = list[str](), list[str]()

    async def send(frame: Struct) -> None:
        sent.append(codec.encode(frame))

    async def hear() -> None:
        with WorkerPool(1) as workers:
            client = BotClient("cautious", workers, send, said.append)
            for text in texts:
                await client.handle(decode_frame(text))

    asyncio.run(hear())
    return sent, said


def init(players: int, variant: str = "No Variant") -> str:
    names = ",".join(f'"p{n}"' for n in range(players))
    start = f'init {{"tableID":3,"playerNames":[{names}],"ourPlayerIndex":1,'
    return start + f'"options":{{"numPlayers":{players},"variantName":"{variant}"}}}}'


def test_a_game_of_six_is_left() -> None:
    sent, said = told(init(6))
    assert sent == ['tableUnattend {"tableID":3}']
    assert said == ["cannot play at table 3: 2 to 5 players play, not 6"]


def test_a_table_where_we_would_be_the_sixth_is_not_joined() -> None:
    talker = PrivateMessages()
    talker.tables[3] = frames.TableFrame(3, num_players=5, players=("Ada",), max_players=6)
    (answer,) = talker.answer(frames.ChatFrame("/join", "Ada"))
    assert "I cannot play that: 2 to 5 players play, not 6." in codec.encode(answer)


def test_a_game_that_cannot_be_followed_is_left() -> None:
    strange = '{"type":"play","playerIndex":0,"order":0,"suitIndex":17,"rank":1}'
    sent, said = told(init(2), f'gameAction {{"tableID":3,"action":{strange}}}', init(2))
    left = ['tableUnattend {"tableID":3}']
    assert sent == ['getGameInfo2 {"tableID":3}', *left, 'getGameInfo2 {"tableID":3}']
    (line,) = said
    assert line.startswith("cannot play at table 3: IndexError")


# connections that are lost


class Enough(Exception):
    """The bot has come back often enough."""


def abrupt_server() -> Starlette:
    """Lets everybody in, greets them, and breaks down."""

    async def login(_: Request) -> Response:
        return PlainTextResponse("OK", headers={"Set-Cookie": "hanabi.sid=x"})

    async def connection(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(codec.encode(frames.WelcomeFrame(1, "x")))
        await socket.close(1011)

    return Starlette(
        routes=[Route("/login", login, methods=["POST"]), WebSocketRoute("/ws", connection)]
    )


async def come_back(port: int, hear: Callable[[str], None]) -> None:
    server = f"http://127.0.0.1:{port}"
    await asyncio.wait_for(connection.run_bot("cautious", server, "x", "y", hear), PATIENCE)


def test_waiting_begins_anew_after_a_good_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "RECONNECT_DELAYS", (0.01, 60))
    port, said = free_port(), list[str]()

    def hear(line: str) -> None:
        said.append(line)
        if sum("is at" in one for one in said) == 4:
            raise Enough

    with in_this_process(abrupt_server(), port), pytest.raises(Enough):
        asyncio.run(come_back(port, hear))
    assert "no connection" in said[1]


def test_waiting_grows_while_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "RECONNECT_DELAYS", (1, 2, 5))
    waits = connection.ReconnectDelay()
    assert [waits.next() for _ in range(5)] == [1, 2, 5, 5, 5]
    waits.reset()
    assert waits.next() == 1
    waits.use_longest()
    assert waits.next() == 5
