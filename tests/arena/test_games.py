"""Games in the arena: the deals and the views that were promised, and bots that fail."""

from dataclasses import replace

import pytest

from tamaya import deals
from tamaya.arena import BotFailed, rate
from tamaya.arena.games import BotFailure, GameChunk, Match, play_chunk
from tamaya.arena.matchups import Matchup
from tamaya.arena.players import make_player
from tamaya.arena.seeds import bot_seed
from tamaya.arena.tally import ScoreTally
from tamaya.arena.teams import Team, parse_team
from tamaya.formats import replay
from tamaya.formats.game import final_state
from tamaya.rules import Seat, parse_options, result, score


def setting(bots: str, players: int = 2, variant: str = "base", seed: int = 1) -> Matchup:
    return Matchup(parse_team(bots, players), variant, seed)


def test_a_game_has_the_deal_of_its_seed_and_number() -> None:
    match = Match(setting("cautious", 3, "base+tiles", seed=5), 6)
    chosen = parse_options("base+tiles", 3)
    assert match.game.deal == deals.seeded(chosen, 5 * 2**32 + 6)
    assert match.game.first == 0


def test_games_add_up_and_can_be_replayed() -> None:
    report = play_chunk(GameChunk(setting("random", 3, "wild10+black+tiles"), 5, 9, keep=True))
    games = {game: replay.decode(text) for game, text in report.replays}
    assert list(games) == [5, 6, 7, 8]
    ends = [final_state(game).table for game in games.values()]
    assert report.tally.games == 4
    assert sorted(report.tally.scores) == sorted({score(table) for table in ends})
    assert report.tally.lost == sum(result(table) == "lost" for table in ends)
    assert report.tally.moves == sum(len(game.actions) for game in games.values())
    assert all(game.names == ("random",) * 3 for game in games.values())


def test_a_run_in_parts_is_the_same_run() -> None:
    def tally(first: int, after: int) -> ScoreTally:
        return replace(play_chunk(GameChunk(setting("random", 4), first, after)).tally, seconds=0)

    whole = tally(0, 30)
    assert tally(0, 13) + tally(13, 30) == whole == tally(0, 30)
    assert tally(1, 31) != whole


def test_a_slow_bot_gives_back_what_it_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamaya.arena.games.TIME_SLICE", 0)
    report = play_chunk(GameChunk(setting("random"), 3, 9))
    assert (report.tally.games, report.after) == (1, 4)
    assert rate("random", players=2, games=12).games == 12


def test_each_seat_of_each_game_has_a_bot_of_its_own() -> None:
    opening = Match(setting("random", 5), 0).state
    moves = [
        make_player("random", bot_seed(1, game, Seat(seat)))(opening)[0].action
        for game in range(6)
        for seat in range(5)
    ]
    assert len(set(moves)) > 15  # of about 50 that are legal


def test_a_guest_moves_around() -> None:
    mixed = Matchup(Team(("cautious", "random", "random"), guest=True), "base", 1)
    names = [Match(mixed, game).game.names.index("cautious") for game in range(4)]
    assert names == [0, 1, 2, 0]


FAILURES = {
    "raises": (7, "ZeroDivisionError: no\n  way (tiny_bots.py, line "),
    "illegal": (4, "illegal action: that card is not in the hand of the player to move"),
    "speechless": (0, "TypeError: it returned None, which is no Move"),
    "unmade": (0, "RuntimeError: not today (tiny_bots.py, line "),
}


@pytest.mark.usefixtures("tiny_bots")
@pytest.mark.parametrize("bot", FAILURES)
def test_a_bot_that_fails_is_named(bot: str) -> None:
    moves, words = FAILURES[bot]
    failure = play_chunk(GameChunk(setting(f"cautious,{bot},{bot}", 3), 3, 5)).failure
    assert isinstance(failure, BotFailure)
    assert failure.bot == bot
    assert failure.game == 3
    assert failure.error.startswith(words)
    until = replay.decode(failure.replay)
    assert len(until.actions) == failure.move - 1
    if moves:
        assert failure.seat == final_state(until).table.to_move
        assert failure.move > moves
    else:
        assert failure.seat == Seat(1)


@pytest.mark.usefixtures("tiny_bots")
def test_in_python_a_failure_is_an_error() -> None:
    with pytest.raises(BotFailed, match="raises failed in game 0: ZeroDivisionError"):
        rate("raises", players=2, games=3)


def test_in_python_a_result_is_one_call() -> None:
    once = rate("cautious,random", players=2, games=4, variant="fr:black-powder")
    assert (once.bots, once.variant, once.games) == (("cautious", "random"), "black", 4)
