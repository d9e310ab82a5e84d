"""Players by name: bots, trained nets by file, and the cheater, which plays nowhere but here."""

import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Protocol, TypeVar

from tamaya.arena.cheater import Cheater, OpenHands, open_hands
from tamaya.bots import Bot, Move, find_bot
from tamaya.formats import nets
from tamaya.formats.nets import NetError
from tamaya.rules import Options, State, view
from tamaya.text.names import LONGEST_NAME

Shown = TypeVar("Shown")
Timed = tuple[Move, float]  # a move, and the seconds it took
Player = Callable[[State], Timed]
NET_PREFIX = "net:"  # followed by the path of a file


class OpenHandsPlayer(Protocol):
    """A player that sees all hands. It is no bot: what it is given has another type."""

    def act(self, seen: OpenHands) -> Move:
        """Choose a move for the seat to move."""
        ...


OPEN_HANDS_PLAYERS: Mapping[str, Callable[[int], OpenHandsPlayer]] = {
    "cheater": lambda _seed: Cheater()
}


def checked_player(name: str) -> str:
    """The name of a player without a time limit, so that the same run gives the same results.

    Raises an error for an unknown name, or for a file that is no net.
    """
    if name.startswith(NET_PREFIX):
        check_net_file(name)
    elif name not in OPEN_HANDS_PLAYERS:
        bot = find_bot(name, OPEN_HANDS_PLAYERS)
        if bot.numbered is not None and ":" not in name:
            return f"{name}:{bot.numbered.usual}"
    return name


def make_player(name: str, seed: int) -> Player:
    """Make a player from a seed. It is shown what it may see, and its moves are timed."""
    if name in OPEN_HANDS_PLAYERS:
        seer = OPEN_HANDS_PLAYERS[name](seed)
        return lambda state: _timed(seer.act, open_hands(state))
    bot = make_net_player(name) if name.startswith(NET_PREFIX) else find_bot(name).make(seed)
    return lambda state: _timed(bot.act, view(state, state.table.to_move))


def display_name(name: str) -> str:
    """The name of a player in tables and files: a net without the path of its file, no colon."""
    if not name.startswith(NET_PREFIX):
        return name.replace(":", "-")
    stem = Path(name.removeprefix(NET_PREFIX)).stem
    return re.sub(r"[^\w.+-]", "_", f"net-{stem}")[:LONGEST_NAME]


def check_net_fits(name: str, options: Options) -> None:
    """Raise an error for a net that was trained for another game."""
    if name.startswith(NET_PREFIX):
        from tamaya.bots.net.net_selection import net_from_file  # noqa: PLC0415 - as below

        net_from_file(_file(name))(options)


def check_net_file(name: str) -> None:
    """Check that the file of a net can be read."""
    if name == NET_PREFIX:
        raise NetError("net: wants the name of a file after it, as in net:two.safetensors")
    if find_spec("numpy") is None:
        raise NetError("trained nets need NumPy: pip install 'tamaya[fast]'")
    nets.read_net(_file(name))


def make_net_player(name: str) -> Bot:
    """A bot that plays the net of a file."""
    from tamaya.bots.net.bot import NetBot  # noqa: PLC0415 - needs NumPy, which is an extra
    from tamaya.bots.net.net_selection import net_from_file  # noqa: PLC0415

    return NetBot(net_from_file(_file(name)))


def _file(name: str) -> Path:
    return Path(name.removeprefix(NET_PREFIX)).absolute()


def _timed(act: Callable[[Shown], Move], shown: Shown) -> Timed:
    begin = perf_counter()
    move = act(shown)
    return move, perf_counter() - begin
