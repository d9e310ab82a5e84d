"""Players by name: the bots, and those that see faces. The latter sit nowhere but here."""

import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Protocol, TypeVar

from tamaya.arena.cheater import Cheater, OpenHands, open_hands
from tamaya.bots import BOTS, Bot, Move, make, unknown_bot
from tamaya.formats import nets
from tamaya.formats.nets import NetError
from tamaya.rules import Options, State, view
from tamaya.text.names import LONGEST_NAME

Shown = TypeVar("Shown")
Timed = tuple[Move, float]  # a move, and the seconds it took
Player = Callable[[State], Timed]
TRAINED = "net:"  # and the name of a file


class Seer(Protocol):
    """A player that is shown all hands. Not a bot: what it is given has another type."""

    def act(self, seen: OpenHands) -> Move:
        """What the seat to move does."""
        ...


SEERS: Mapping[str, Callable[[int], Seer]] = {"cheater": lambda _seed: Cheater()}


def check_player(name: str) -> None:
    """Refuse a name that nobody has, and a file that is no net."""
    if name.startswith(TRAINED):
        read_net(name)
    elif name not in SEERS and name not in BOTS:
        raise unknown_bot(name, [*BOTS, *SEERS])


def seat_player(name: str, seed: int) -> Player:
    """A player made from a seed: shown what it may see, and timed while it thinks."""
    if name in SEERS:
        seer = SEERS[name](seed)
        return lambda state: _timed(seer.act, open_hands(state))
    bot = net_player(name) if name.startswith(TRAINED) else make(name, seed)
    return lambda state: _timed(bot.act, view(state, state.table.to_move))


def called(name: str) -> str:
    """How a player is called in tables and files: a net without the way to its file."""
    if not name.startswith(TRAINED):
        return name
    stem = Path(name.removeprefix(TRAINED)).stem
    return re.sub(r"[^\w.+-]", "_", f"net-{stem}")[:LONGEST_NAME]


def check_plays(name: str, options: Options) -> None:
    """Refuse a net that was trained for another game."""
    if name.startswith(TRAINED):
        from tamaya.bots.net.teams import from_file  # noqa: PLC0415 - as below

        from_file(_file(name))(options)


def read_net(name: str) -> None:
    """See that a file is named, and can be read."""
    if name == TRAINED:
        raise NetError("net: wants the name of a file after it, as in net:two.safetensors")
    if find_spec("numpy") is None:
        raise NetError("trained nets need NumPy: pip install 'tamaya[fast]'")
    nets.read_net(_file(name))


def net_player(name: str) -> Bot:
    """A bot that plays the net of a file."""
    from tamaya.bots.net.bot import NetBot  # noqa: PLC0415 - needs NumPy, which is an extra
    from tamaya.bots.net.teams import from_file  # noqa: PLC0415

    return NetBot(from_file(_file(name)))


def _file(name: str) -> Path:
    return Path(name.removeprefix(TRAINED)).absolute()


def _timed(act: Callable[[Shown], Move], shown: Shown) -> Timed:
    begin = perf_counter()
    move = act(shown)
    return move, perf_counter() - begin
