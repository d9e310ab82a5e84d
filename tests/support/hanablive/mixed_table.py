"""People of the page and programs at one table, on a real server."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Thread
from typing import Any

from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.hanablive.bot_program import Player, Program
from support.server.serving import Visitor, heard, say, shown


class Host:
    """A visitor who opens a table and fills it."""

    def __init__(self, port: int, **settings: object) -> None:
        self.visitor = Visitor(port)
        wanted = {"first": 0, **settings}
        self.table: str = self.visitor.ask("/api/tables", {"settings": wanted})[1]["table"]
        self.rng = Random(3)  # noqa: S311 - tests

    def joined(self) -> Any:
        return self.visitor.join(self.table)

    def play(self, socket: ClientConnection) -> None:
        """Do something legal whenever it is one's turn, until the game is over."""
        acted = 0
        while True:
            now = heard(socket)
            play = now["play"] if now["type"] == "table" else None
            if play and play["over"]:
                return
            if play and play["legal"] and now["version"] > acted:
                acted = now["version"]
                say(socket, "act", version=acted, action=self.rng.choice(play["legal"]))

    @contextmanager
    def playing(self, socket: ClientConnection) -> Iterator[None]:
        """The visitor plays along, beside what the test does."""
        thread = Thread(target=self.play, args=(socket,))
        thread.start()
        try:
            yield
        finally:
            thread.join(PATIENCE)
            assert not thread.is_alive()


def fill(
    socket: ClientConnection, programs: Sequence[tuple[int, Program]], bots: Sequence[int]
) -> None:
    """Put our own bots and invited programs on their seats."""
    for seat in bots:
        say(socket, "seat-bot", seat=seat, bot="random")
    for seat, program in programs:
        say(socket, "invite", seat=seat, guest=program.name)
        program.answer_invitation()
    shown(socket, lambda told: None not in told["seats"])


def together(players: Sequence[Player]) -> None:
    """Programs play a game, each in its own thread, to its end."""
    failures: list[BaseException] = []

    def play(player: Player) -> None:
        try:
            player.play_out()
        except BaseException as wrong:  # noqa: BLE001 - told below
            failures.append(wrong)

    threads = [Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * PATIENCE)
    assert not failures, failures
