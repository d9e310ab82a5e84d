"""Section 3: how a game ends, what it is worth."""

from dataclasses import replace

import pytest

from support.scenes import after, events, faces, scene, step
from tamaya.rules import (
    Colour,
    EndReason,
    Face,
    IllegalAction,
    Options,
    Outcome,
    Reason,
    Result,
    Table,
    band,
    dead_fireworks,
    indispensable,
    max_score,
    mention,
    parse_options,
    points_on_table,
    reachable,
    result,
    score,
    stop,
)
from tamaya.rules.events import Drew, Ended
from tamaya.rules.suits import plain

SCORED = Outcome(Result.SCORED, EndReason.LAST_ROUND)
WON = Outcome(Result.WON, EndReason.ALL_COMPLETE)
LOST = Outcome(Result.LOST, EndReason.LAST_MISTAKE)


def finished(variant: str, *fireworks: int, outcome: Outcome | None = SCORED) -> Table:
    return scene(variant, "").table._replace(fireworks=fireworks, outcome=outcome)


def tiny(copies: tuple[int, ...] = (2, 1, 1), suits: int = 1, hand: int = 1) -> Options:
    """A game of few cards, so that its end is near."""
    colours = list(Colour)[:suits]
    return Options(suits=tuple(plain(colour, copies) for colour in colours), hand=hand)


@pytest.mark.rule("R3.1")
def test_the_last_mistake_loses_at_once() -> None:
    state = scene("base", "r1 r3 r3 r4 r5", "p1 A:1 p1 A:1 p1 A:1")
    assert (score(state.table), state.table.outcome) == (1, None)
    state, seen = step(state, "p1")
    assert seen[1:] == (Ended(LOST),)  # no draw, no turn passed
    assert (score(state.table), points_on_table(state.table)) == (0, 1)
    assert len(state.table.hands[0]) == 4
    assert band(state.table) is None


@pytest.mark.rule("R3.2")
def test_all_fireworks_complete_is_an_immediate_triumph() -> None:
    game = tiny(copies=(2, 2, 1))
    state = scene(game, "r1 r2 r3 r1 r2", "p1 p1")
    state, seen = step(state, "p1")
    assert seen[1:] == (Ended(WON),)
    assert (score(state.table), max_score(game)) == (3, 3)
    assert state.table.deck_left == 1


@pytest.mark.rule("R3.2")
def test_triumph_comes_in_the_last_round_too() -> None:
    state = scene(tiny(copies=(1, 1, 1)), "r1 r2 r3", "p1 p1")
    assert state.table.turns_after == 0
    state, seen = step(state, "p1")
    assert seen[-1] == Ended(WON)


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_has_one_more_turn_after_the_last_card(players: int) -> None:
    game = Options(players, (plain(Colour.RED, (3, 3, 3)),), hand=1, clue_tokens=8)
    cards = "r1 " + "r2 r3 r1 r2 r3 r1 r2 r3"
    state = scene(game, cards)
    while state.table.deck_left:
        assert state.table.turns_after is None
        state = after(state, "d1" if state.table.clue_tokens < 8 else _some_clue(state.table))
    drawer = events(state, Drew)[-1]
    assert isinstance(drawer, Drew)
    movers: list[int] = []
    while state.table.outcome is None:
        assert state.table.turns_after == players - 1 - len(movers)
        movers.append(state.table.to_move)
        state = after(state, _some_clue(state.table))
    assert movers == [(drawer.seat + 1 + n) % players for n in range(players)]
    assert movers[-1] == drawer.seat
    assert state.table.outcome == SCORED
    assert not any(isinstance(event, Drew) for event in state.history[-2 * players :])


def _some_clue(table: Table) -> str:
    return "B:1" if table.to_move == 0 else "A:1"


@pytest.mark.rule("R3.3")
def test_hands_shrink_in_the_last_round() -> None:
    state = scene(tiny(copies=(2, 1, 1), hand=1), "r1 r1 r2 r3", "p1 A:1 p1")
    assert (state.table.deck_left, state.table.turns_after) == (0, 1)
    state, seen = step(state, "p1")
    assert not any(isinstance(event, Drew) for event in seen)
    assert state.table.hands == ((3,), ())


@pytest.mark.rule("R3.3")
def test_when_the_deal_takes_the_last_card_the_last_round_begins_at_once() -> None:
    state = scene(tiny(copies=(2, 1, 1), hand=2), "r1 r1 r2 r3")
    assert (state.table.deck_left, state.table.turns_after) == (0, 1)
    state = after(state, "p1 A:1")
    assert state.table.outcome == SCORED
    assert score(state.table) == 1


@pytest.mark.rule("R3.4")
def test_the_score_is_the_sum_of_the_highest_values() -> None:
    assert score(finished("base", 0, 0, 0, 0, 0)) == 0
    assert score(finished("base", 5, 1, 0, 3, 2)) == 11
    assert max_score(parse_options("base")) == 25
    assert max_score(parse_options("own5")) == max_score(parse_options("wild10")) == 30
    assert score(finished("wild10", 5, 5, 5, 5, 5, 5, outcome=WON)) == 30


@pytest.mark.rule("R3.5")
@pytest.mark.parametrize(
    ("variant", "fireworks", "points", "verdict"),
    [
        ("base", (4, 3, 2, 5, 4), 18, "16-20"),
        ("base", (3, 4, 4, 5, 2), 18, "16-20"),
        ("wild10", (4, 3, 2, 5, 4, 4), 22, "21-24"),
        ("black", (4, 3, 2, 5, 4, 3), 16, "16-20"),
    ],
)
def test_worked_examples(
    variant: str, fireworks: tuple[int, ...], points: int, verdict: str
) -> None:
    table = finished(variant, *fireworks)
    assert (score(table), band(table)) == (points, verdict)


@pytest.mark.rule("R3.5")
@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        (0, "0-5"),
        (5, "0-5"),
        (6, "6-10"),
        (10, "6-10"),
        (11, "11-15"),
        (15, "11-15"),
        (16, "16-20"),
        (20, "16-20"),
        (21, "21-24"),
        (24, "21-24"),
        (25, "25"),
    ],
)
def test_bands(points: int, verdict: str) -> None:
    full, rest = divmod(points, 5)
    fireworks = (*(5,) * full, rest, 0, 0, 0, 0, 0)
    assert band(finished("base", *fireworks[:5])) == verdict
    with_black = finished("black", *fireworks[:5], 5)
    assert band(with_black) == verdict


@pytest.mark.rule("R3.5")
@pytest.mark.parametrize(
    ("points", "verdict"), [(24, "21-24"), (25, "25-29"), (29, "25-29"), (30, "30")]
)
def test_bands_with_a_multicolour_firework(points: int, verdict: str) -> None:
    full, rest = divmod(points, 5)
    fireworks = (*(5,) * full, rest, 0)[:6]
    for variant in ("own10", "own5", "wild10", "wild5"):
        assert band(finished(variant, *fireworks)) == verdict


@pytest.mark.rule("R3.5")
def test_lost_and_unfinished_games_have_no_band() -> None:
    assert band(finished("base", 5, 5, 5, 5, 4, outcome=LOST)) is None
    assert band(finished("base", 5, 5, 5, 5, 4, outcome=None)) is None
    assert score(finished("base", 5, 5, 5, 5, 4, outcome=LOST)) == 0


def test_a_game_of_seven_upward_suits_has_the_highest_band_at_its_top() -> None:
    extra = replace(plain(Colour.RED), name="extra", letter="x")
    game = Options(suits=(*parse_options("own10").suits, extra))
    table = scene(game, "").table._replace(fireworks=(5,) * 7, outcome=WON)
    assert (score(table), band(table)) == (35, "30")


@pytest.mark.rule("R3.6")
def test_a_firework_that_cannot_be_finished_is_known_to_all() -> None:
    table = scene("base", "r1").table
    assert dead_fireworks(table) == ()
    table = table._replace(discard_pile=faces(table.options, "r5 y4 y4 g1"))
    assert dead_fireworks(table) == (0, 1)
    assert reachable(table) == 4 + 3 + 5 + 5 + 5
    never = table._replace(discard_pile=faces(table.options, "g1 g1 g1"))
    assert reachable(never) == 20  # not even its first card can be placed
    done = table._replace(fireworks=(0, 4, 0, 0, 0))
    assert dead_fireworks(done) == (0,)  # its 4 has been placed: the copies do not matter


def test_results_of_running_and_stopped_games() -> None:
    state = scene("base", "r1", "p1")
    assert (result(state.table), score(state.table)) == (Result.UNFINISHED, 1)
    stopped, seen = stop(state)
    outcome = Outcome(Result.STOPPED, EndReason.ENDED_BY_PLAYERS)
    assert seen == (Ended(outcome),)
    assert stopped.table.outcome == outcome
    assert (score(stopped.table), band(stopped.table)) == (1, "0-5")
    with pytest.raises(IllegalAction) as error:
        stop(stopped)
    assert error.value.reason is Reason.GAME_OVER
    assert stopped.history == (*state.history, *seen)


def test_the_mention_goes_with_a_finished_game_that_was_not_lost() -> None:
    assert mention(finished("black", 0, 0, 0, 0, 0, 0)) == "black-powder"
    assert mention(finished("black", 0, 0, 0, 0, 0, 0, outcome=LOST)) is None
    assert mention(finished("black", 0, 0, 0, 0, 0, 0, outcome=None)) is None
    assert mention(finished("base", 0, 0, 0, 0, 0)) is None
    assert mention(finished("black+bouquet", 5, 5, 5, 5, 5, 5, outcome=WON)) == "black-powder"
    stopped = Outcome(Result.STOPPED, EndReason.ENDED_BY_PLAYERS)
    assert mention(finished("black", 0, 0, 0, 0, 0, 0, outcome=stopped)) == "black-powder"
    assert mention(finished("black+bouquet", 0, 0, 0, 0, 0, 0, outcome=stopped)) is None


def test_indispensable_cards() -> None:
    table = scene("base", "").table._replace(
        fireworks=(2, 0, 0, 0, 5),
        discard_pile=faces(parse_options("base"), "r2 r3 y1 y1 y2 y2 g4 w1"),
    )
    fives = {Face(suit, 5) for suit in (0, 2, 3)}  # yellow ends at 1, blue is complete
    assert indispensable(table) == fives | {Face(0, 3), Face(1, 1), Face(2, 4)}
    assert reachable(table) == 5 + 1 + 5 + 5 + 5
