"""A program of hanab.live as others write them: it knows the protocol, and nothing of ours."""

import http.client
import json
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from random import Random
from typing import Any, Self
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from support.cli.running import PATIENCE
from support.hanablive.frame_shapes import check

Frame = tuple[str, Any]
PASSWORD = "a long secret"


def login(port: int, name: str, password: str = PASSWORD) -> tuple[int, str, list[Any]]:
    """The status, the text and the headers as they were spelled."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    form = urlencode({"username": name, "password": password, "version": "bot"})
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    asked.request("POST", "/login", form, kind)
    answer = asked.getresponse()
    text = answer.read().decode()
    asked.close()
    return answer.status, text, answer.getheaders()


@cache  # a login takes a while, as it should
def cookie_of(port: int, name: str) -> str:
    """The whole header, as programs send it back."""
    status, text, headers = login(port, name)
    assert (status, text) == (200, "OK")
    (cookie,) = [value for spelled, value in headers if spelled == "Set-Cookie"]
    assert isinstance(cookie, str)
    return cookie


class Program:
    """One connection. Every frame that comes has the shape that was written down."""

    def __init__(self, port: int, name: str, seed: int = 1) -> None:
        self.name = name
        self.rng = Random(seed)  # noqa: S311 - tests
        self.heard: list[Frame] = []
        self.port = port

    def __enter__(self) -> Self:
        cookie = cookie_of(self.port, self.name)
        with ExitStack() as opened:
            self.socket: ClientConnection = opened.enter_context(
                connect(
                    f"ws://127.0.0.1:{self.port}/ws",
                    additional_headers={"Cookie": cookie},
                    max_queue=None,
                )
            )
            self.leave = opened.pop_all().close
        self.welcome = self.until("welcome")
        self.first = [self.hear()[0] for _ in range(5)]
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def send(self, command: str, **body: object) -> None:
        self.socket.send(f"{command} {json.dumps(body)}")

    def hear(self, timeout: float = PATIENCE) -> Frame:
        """The next frame."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        command, _, body = text.partition(" ")
        frame = command, json.loads(body)
        check(*frame)
        self.heard.append(frame)
        return frame

    def until(self, command: str, so: Callable[[Any], bool] = lambda _: True) -> Any:
        """The next frame of a kind that is as it is waited for."""
        while True:
            heard, body = self.hear()
            if heard == command and so(body):
                return body

    def closed(self) -> None:
        """Listen until the server hangs up."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            return

    # the way into a game

    def answer_invitation(self) -> int:
        """Join the table of whoever sent /join; its number."""
        asked = self.until("chat", lambda chat: chat["msg"] == "/join" and not chat["room"])
        assert asked["recipient"] == self.name
        tables = {}
        for command, body in self.heard:
            for table in body if command == "tableList" else [body] if command == "table" else []:
                tables[table["id"]] = table
            if command == "tableGone":
                tables.pop(body["tableID"], None)
        (table,) = [t for t in tables.values() if asked["who"] in t["players"] and not t["running"]]
        self.send("tableJoin", tableID=table["id"])
        number: int = self.until("joined")["tableID"]
        assert number == table["id"]
        return number

    def begin(self) -> "Player":
        """Wait for a game, and ask for it."""
        number = self.until("tableStart")["tableID"]
        self.send("getGameInfo1", tableID=number)
        init = self.until("init")
        self.send("getGameInfo2", tableID=number)
        told = self.until("gameActionList")["list"]
        order = [self.hear()[0] for _ in range(6)]
        assert order == [
            "connected",
            "clock",
            "noteListPlayer",
            "voteChange",
            "spectators",
            "chatList",
        ]
        self.send("loaded", tableID=number)
        return Player(self, init, told)


class Player:
    """A program in a game: hands and tokens from the frames alone."""

    def __init__(self, program: Program, init: Any, told: list[Any]) -> None:
        self.program = program
        self.init = init
        self.table: int = init["tableID"]
        self.seat: int = init["ourPlayerIndex"]
        self.hands: list[dict[int, tuple[int, int]]] = [{} for _ in init["playerNames"]]
        self.clues = 8
        self.to_move = -2
        self.over: Any = None
        self.told: list[Any] = []
        for action in told:
            self.take(action)

    def take(self, action: Any) -> None:
        """Something happened."""
        self.told.append(action)
        match action["type"]:
            case "draw":
                hidden = action["suitIndex"] == -1
                assert hidden == (action["playerIndex"] == self.seat), "only one's own are hidden"
                face = action["suitIndex"], action["rank"]
                self.hands[action["playerIndex"]][action["order"]] = face
            case "play" | "discard":
                del self.hands[action["playerIndex"]][action["order"]]
            case "status":
                self.clues = action["clues"]
            case "turn":
                self.to_move = action["currentPlayerIndex"]
            case "gameOver":
                self.over = action
            case kind:
                assert kind in ("clue", "strike")

    def move(self) -> None:
        """Something legal; blind plays soon end the game."""
        target, hand = self._mate()
        if self.clues == 8 or (self.clues and self.program.rng.random() < 0.3):
            rank = self.program.rng.choice([rank for _, rank in hand.values()])
            self.act(3, target, rank)
        elif self.program.rng.random() < 0.5:
            self.act(0, self.program.rng.choice(list(self.hands[self.seat])))
        else:
            self.act(1, min(self.hands[self.seat]))

    def _mate(self) -> tuple[int, dict[int, tuple[int, int]]]:
        mates = [(n, hand) for n, hand in enumerate(self.hands) if n != self.seat and hand]
        return self.program.rng.choice(mates)

    def act(self, kind: int, target: int, value: int | None = None) -> None:
        more = {} if value is None else {"value": value}
        self.program.send("action", tableID=self.table, type=kind, target=target, **more)

    def listen(self) -> bool:
        """Take the next action of this game; whether the game goes on."""
        command, body = self.program.hear()
        assert command not in ("warning", "error"), body
        if command == "gameAction":
            assert body["tableID"] == self.table
            self.take(body["action"])
        return self.to_move != -1

    def play_out(self, most: int = 1000) -> None:
        """Move whenever it is one's turn, to the end or for some moves."""
        moves, moved = 0, -1
        while self.to_move != -1:
            turn = sum(action["type"] == "turn" for action in self.told)
            if self.to_move == self.seat and moved != turn:
                if moves == most:
                    return
                moved, moves = turn, moves + 1
                self.move()
            self.listen()

    def end(self) -> list[str]:
        """The frames after the last turn."""
        commands: list[str] = []
        while not commands or commands[-1] != "databaseID":
            commands.append(self.program.hear()[0])
        return [one for one in commands if one not in ("table", "user", "chat", "userLeft")]
