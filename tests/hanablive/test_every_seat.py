"""Whole games in every seat, for 2 to 5 players and each variant that both sides play."""

from contextlib import ExitStack

import pytest

from hanablive.conftest import Ports
from support.hanablive.bot_program import Player, Program
from support.hanablive.frame_order import check_clocks, check_order
from support.hanablive.mixed_table import Host, fill, together
from tamaya.formats.hanablive.vocabulary import VARIANTS

END = ["tableGone", "connected", "cardIdentities", "finishOngoingGame", "databaseID"]
# players: seats of programs and of a visitor; the others are our bots'
TABLES = {
    2: (((0,), 1), ((1,), 0)),
    3: (((0, 1), 2), ((2,), 0)),
    4: (((0, 1), 2), ((2, 3), 1)),
    5: (((0, 1), 4), ((2, 3), 0), ((4,), 1)),
}
NAMES = {variant.ours: (variant.name, variant.number) for variant in VARIANTS}


@pytest.mark.parametrize("variant", [*NAMES, "base+bouquet+noempty"])
def test_programs_visitors_and_our_bots_play_together(ports: Ports, variant: str) -> None:
    letters = "".join(c for c in variant if c.isalnum())[:10]
    with Program(ports.bots, f"{letters}-a", 1) as one, Program(ports.bots, f"{letters}-b") as two:
        for players, tables in TABLES.items():
            for seats, visitor in tables:
                host = Host(ports.web, variant=variant, players=players)
                programs = list(zip(seats, (one, two), strict=False))
                games = whole_game(host, programs, visitor, players)
                for game in games:
                    check_told(game, variant, players)
                    check_order(game.program.heard, game.table)
                    check_clocks(game.program.heard, game.table, players)


def whole_game(
    host: Host, programs: list[tuple[int, Program]], visitor: int, players: int
) -> list[Player]:
    with host.joined() as socket, ExitStack() as stack:
        socket.send(f'{{"type": "sit", "seat": {visitor}, "name": "Ada"}}')
        taken = {visitor, *(seat for seat, _ in programs)}
        fill(socket, programs, [seat for seat in range(players) if seat not in taken])
        socket.send('{"type": "begin"}')
        stack.enter_context(host.playing(socket))
        games = [program.begin() for _, program in programs]
        assert [game.seat for game in games] == [seat for seat, _ in programs]
        together(games)
        for game in games:
            assert game.end() == END
            game.program.send("tableLeave", tableID=game.table)
            game.program.until("left")
    return games


def check_told(game: Player, variant: str, players: int) -> None:
    """What the frames say of a game agrees with itself."""
    options = game.init["options"]
    name, number = NAMES[variant.split("+", maxsplit=1)[0]]
    assert (options["variantName"], options["variantID"]) == (name, number)
    assert options["allOrNothing"] == ("bouquet" in variant)
    assert options["emptyClues"] == ("noempty" not in variant)
    assert len(game.init["playerNames"]) == options["numPlayers"] == players
    kinds = [action["type"] for action in game.told]
    size = 5 if players <= 3 else 4
    dealt = players * size
    assert kinds[: dealt + 1] == ["draw"] * dealt + ["turn"]
    assert kinds[-3:] == ["status", "gameOver", "turn"]
    turns = [action["num"] for action in game.told if action["type"] == "turn"]
    assert turns == list(range(len(turns)))
    moves = sum(kind in ("play", "discard", "clue") for kind in kinds)
    assert moves == turns[-1]
    strikes = [action["num"] for action in game.told if action["type"] == "strike"]
    assert strikes == list(range(1, len(strikes) + 1))
    lost = game.over["endCondition"] in (2, 8, 9)
    assert (len(strikes) == 3) == (game.over["endCondition"] == 2)
    final = [action for action in game.told if action["type"] == "status"][-1]
    assert final["score"] == (0 if lost else kinds.count("play"))
