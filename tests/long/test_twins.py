"""What is said about a bot's move tells no reader anything: see `twins`."""

import time

import pytest

from long import twins
from long.twins import READER, room_at, shown, twin_of, twins_compared
from support.drivers import chance, new_game
from support.option_sets import noted
from tamaya.bots import BOTS
from tamaya.rules import (
    Seat,
    View,
    apply,
    knowledge_from_clues,
    legal_actions,
    parse_options,
    view,
)
from tamaya.server.hub.bot_workers import BotMove, compute_move
from tamaya.server.room import wire

GAMES, SHARE = 3, 0.1  # of positions; `make secrecy` compares more
SEEDS = {"partner": 8, "partner-1": 35, "partner-3": 14, "hat": 7}  # gave themselves away once


@pytest.mark.parametrize("bot", [name for name, bot in BOTS.items() if not bot.slow])
def test_no_reader_can_tell_twins_apart_by_words_and_names(bot: str) -> None:
    share = 1 if bot == "random" else SHARE  # its games are short
    found = twins_compared(bot, GAMES, share, SEEDS.get(bot, 0))
    assert found.differing == []
    assert found.uneven == []
    assert found.met["same move"]


def test_a_bot_that_thinks_longer_about_some_hands_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def uneven(bot: str, seed: int, seen: View) -> BotMove:
        until = time.thread_time() + 0.02 * (sum(value for _, value in seen.faces.values()) % 2)
        while time.thread_time() < until:
            pass
        return compute_move(bot, seed, seen)

    monkeypatch.setattr(twins, "compute_move", uneven)
    monkeypatch.setattr(twins, "PAUSE", 0.01)
    found = twins_compared("cautious", 1, 0.2)
    assert found.uneven
    assert found.longest > 0.02
    assert found.differing == []


def test_twins_look_the_same_to_their_reader() -> None:
    rng, differ = chance("twins"), 0
    for _ in range(20):
        now = new_game(noted(rng.choice), rng)
        while now.table.outcome is None:
            reader = rng.choice([None, *map(Seat, range(now.table.options.players))])
            twin = twin_of(now, reader, rng)
            assert (twin.table, twin.history) == (now.table, now.history)
            assert knowledge_from_clues(twin.table, twin.history) == knowledge_from_clues(
                now.table, now.history
            )
            assert reader is None or view(twin, reader) == view(now, reader)
            assert sorted(twin.faces) == sorted(now.faces)
            differ += twin.faces != now.faces
            now, _ = apply(now, rng.choice(legal_actions(view(now, now.table.to_move))))
    assert differ > 100


def test_a_bot_that_gives_itself_away_is_not_heard() -> None:
    """Whatever a bot says, or does not say, a reader is told the same until the game is over."""
    rng = chance("a traitor")
    now = new_game(parse_options("base", 3), rng)
    action = wire.from_rules(legal_actions(view(now, now.table.to_move))[0])
    room = room_at(now, "cautious", None)
    assert room.host == READER
    heard = {
        shown(room, action, why)
        for why in (
            None,
            wire.MoveReason("your-hand", {"suit": 1}),
            wire.MoveReason("y", {}, secret=True),
        )
    }
    assert len(heard) == 1
