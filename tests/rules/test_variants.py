"""Section 4, suits and switches: Bouquet final, multicolour, black, announcing, difficulty."""

import pytest

from support.scenes import after, refused, scene, step
from tamaya.rules import (
    CardId,
    Colour,
    EndReason,
    Face,
    Options,
    OptionsError,
    Outcome,
    Reason,
    Result,
    Seat,
    band,
    legal_actions,
    max_score,
    mention,
    parse_options,
    points_on_table,
    refusal,
    score,
    stop,
    view,
)
from tamaya.rules.actions import ColourClue, Play
from tamaya.rules.events import Clued, Drew, Ended, Played, TokenBack, TokenSource
from tamaya.rules.suits import plain


def lost(reason: EndReason) -> Outcome:
    return Outcome(Result.LOST, reason)


def bouquet(
    copies: tuple[int, ...], *, players: int = 2, hand: int = 1, clue_tokens: int = 8
) -> Options:
    """A small game in Bouquet final, red only."""
    red = (plain(Colour.RED, copies),)
    return Options(players, red, bouquet=True, hand=hand, clue_tokens=clue_tokens)


# R4.1 Bouquet final


@pytest.mark.rule("R4.1")
def test_bouquet_has_no_last_round_and_hands_shrink() -> None:
    state = scene(bouquet((2, 1, 1)), "r1 r3 r2 r1", "p1 A:1 p1 A:1 B:1 A:1 B:1")
    assert state.table.deck_left == 0
    assert state.table.turns_after is None
    assert state.table.outcome is None
    state = after(state, "p1")
    assert state.table.outcome == Outcome(Result.WON, EndReason.ALL_COMPLETE)
    assert score(state.table) == 3
    assert len(state.table.hands[1]) == 0


@pytest.mark.rule("R4.1")
def test_bouquet_is_lost_by_the_last_mistake() -> None:
    state = scene("base+bouquet", "r1 r3 r3 r4 r4", "p1 A:1 p2 A:1 p3 A:1 p2")
    assert state.table.outcome == lost(EndReason.LAST_MISTAKE)
    assert (score(state.table), points_on_table(state.table)) == (0, 1)


@pytest.mark.rule("R4.1")
@pytest.mark.parametrize("how", ["d1", "p1"])
def test_bouquet_is_lost_with_an_indispensable_card(how: str) -> None:
    state = scene("base+bouquet", "y1 r1 r1 r1 r2 r5", "B:1")
    state, seen = step(state, how)
    assert seen[-1] == Ended(lost(EndReason.INDISPENSABLE_LOST))
    assert not any(isinstance(event, Drew) for event in seen)
    assert score(state.table) == 0


@pytest.mark.rule("R4.1")
def test_bouquet_goes_on_while_a_copy_is_left_or_the_card_is_no_longer_needed() -> None:
    state = scene("base+bouquet", "r1 r1 r1 r2 r2", "p1 A:1 d1 A:1 d1 A:1")  # two 1s go
    assert state.table.outcome is None  # the third one has been placed
    state = after(state, "d1 A:1")  # the first 2
    assert state.table.outcome is None
    state = after(state, "d1")  # the second 2
    assert state.table.outcome == lost(EndReason.INDISPENSABLE_LOST)


@pytest.mark.rule("R4.1")
def test_bouquet_without_any_action_is_lost() -> None:
    # B has no card left, and C has spent the only clue token
    game = bouquet((1, 1, 1, 1), players=3, clue_tokens=1)
    state = scene(game, "r1 r2 r4 r3", "p1 p1 A:1")
    assert state.table.outcome is None
    state = after(state, "p1")
    assert state.table.hands == ((), (), (2,))
    assert state.table.outcome == lost(EndReason.NO_ACTION)
    assert score(state.table) == 0


@pytest.mark.rule("R4.1")
def test_a_player_without_cards_may_still_give_a_clue() -> None:
    state = scene(bouquet((1, 1, 1, 1), players=3, clue_tokens=2), "r1 r2 r4 r3", "p1 p1 A:1 p1")
    assert state.table.hands == ((), (), (2,))
    assert state.table.outcome is None
    assert {a.to for a in legal_actions(view(state, Seat(1))) if isinstance(a, ColourClue)} == {2}


@pytest.mark.rule("R4.1")
def test_all_or_nothing() -> None:
    state = scene("base+bouquet", "r1", "p1")
    assert score(state.table) == 0
    stopped, _ = stop(state)
    assert (score(stopped.table), points_on_table(stopped.table)) == (0, 1)
    assert band(stopped.table) is None


# R4.2, R4.3 multicolour


@pytest.mark.rule("R4.2")
@pytest.mark.parametrize(("variant", "cards"), [("own10", 60), ("own5", 55)])
def test_multicolour_as_a_colour_of_its_own(variant: str, cards: int) -> None:
    state = scene(variant, "r1 r1 r1 r2 r2 m1 b2 m3 w4 g5")
    game = state.table.options
    assert len(game.deck) == cards
    assert max_score(game) == 30
    assert game.colours[-1] is Colour.MULTICOLOUR
    _, seen = step(state, "B:m")
    assert seen[0] == Clued(Seat(0), ColourClue(Seat(1), 5), (CardId(5), CardId(7)))
    _, seen = step(state, "B:b")
    assert seen[0] == Clued(Seat(0), ColourClue(Seat(1), 4), (CardId(6),))


@pytest.mark.rule("R4.2", "R4.3")
@pytest.mark.parametrize("variant", ["own5", "wild5"])
def test_the_harder_form_has_one_card_of_each_value(variant: str) -> None:
    assert parse_options(variant).deck[-5:] == tuple(Face(5, value) for value in (1, 2, 3, 4, 5))


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize(("variant", "cards"), [("wild10", 60), ("wild5", 55)])
def test_multicolour_counts_as_every_colour(variant: str, cards: int) -> None:
    state = scene(variant, "r1 r1 r1 r2 r2 b1 m2 b3 w4 g5")
    assert len(state.table.options.deck) == cards
    assert max_score(state.table.options) == 30
    _, seen = step(state, "B:b")
    assert isinstance(seen[0], Clued)
    assert seen[0].cards == (5, 6, 7)  # two blue and one multicolour: three blue cards
    _, seen = step(state, "B:r")
    assert isinstance(seen[0], Clued)
    assert seen[0].cards == (6,)  # no red and one multicolour: one red card


@pytest.mark.rule("R4.3")
def test_multicolour_itself_cannot_be_named() -> None:
    state = scene("wild10", "")
    assert Colour.MULTICOLOUR not in state.table.options.colours
    colours = {a.colour for a in legal_actions(view(state, Seat(0))) if isinstance(a, ColourClue)}
    assert colours == {0, 1, 2, 3, 4}


@pytest.mark.rule("R4.3")
def test_multicolour_cards_only_build_their_own_firework() -> None:
    state = scene("wild10", "m1 m2 r1", "p1 A:1 p1")
    assert state.table.fireworks == (0, 0, 0, 0, 0, 2)
    state = scene("wild10", "r1 m2 r3", "p1 A:1 p1")
    assert (state.table.fireworks, state.table.mistakes) == ((1, 0, 0, 0, 0, 0), 1)


# R4.4 black powder


@pytest.mark.rule("R4.4")
def test_black_is_ten_cards_built_downwards() -> None:
    game = parse_options("black")
    assert [f.value for f in game.deck if f.suit == 5] == [1, 2, 2, 3, 3, 4, 4, 5, 5, 5]
    state = scene("black", "k5 k4 k3 k2 k1", "p1 A:1 p1 A:1 p1 A:1 p1 A:1")
    assert state.table.fireworks[5] == 4
    state, seen = step(state, "p1")
    assert seen[1] == TokenBack(TokenSource.COMPLETED, kept=True)
    assert state.table.fireworks[5] == 5
    assert scene("black", "k1", "p1").table.mistakes == 1


@pytest.mark.rule("R4.4")
def test_no_colour_points_at_black_and_black_cannot_be_named() -> None:
    state = scene("black", "r1 r1 r2 r2 r3 k1 k2 k5 k5 r1")
    _, seen = step(state, "B:r")
    assert isinstance(seen[0], Clued)
    assert seen[0].cards == (9,)
    _, seen = step(state, "B:5")
    assert isinstance(seen[0], Clued)
    assert seen[0].cards == (7, 8)
    assert [colour.value for colour in state.table.options.colours] == [
        "red",
        "yellow",
        "green",
        "white",
        "blue",
    ]


@pytest.mark.rule("R4.4")
def test_missing_black_cards_cost_a_point_each() -> None:
    game = parse_options("black")
    assert max_score(game) == 25
    assert max_score(parse_options("wild10+black")) == 30
    table = scene("black", "").table
    assert points_on_table(table) == -5
    ended, _ = stop(scene("black", "k5", "p1"))
    assert (score(ended.table), band(ended.table)) == (-4, "0-5")
    assert mention(ended.table) == "black-powder"


# R4.6 announcing


@pytest.mark.rule("R4.6")
def test_announced_right_and_fitting_brings_a_token() -> None:
    state, seen = step(scene("base+announce", "y2 r1", "B:1 A:1"), "p2:r")
    assert seen[:2] == (
        Played(Seat(0), CardId(1), Face(0, 1), placed=True, announced=0),
        TokenBack(TokenSource.ANNOUNCED, kept=True),
    )
    assert state.table.clue_tokens == 7
    assert state.table.fireworks[0] == 1


@pytest.mark.rule("R4.6")
def test_announced_wrong_is_a_mistake_even_if_it_fits() -> None:
    state, seen = step(scene("base+announce", "y2 r1", "B:1 A:1"), "p2:b")
    assert seen[0] == Played(Seat(0), CardId(1), Face(0, 1), placed=False, announced=4)
    assert (state.table.mistakes, state.table.fireworks[0]) == (1, 0)
    assert state.table.discard_pile == (Face(0, 1),)
    assert state.table.clue_tokens == 6


@pytest.mark.rule("R4.6")
def test_announced_right_but_not_fitting_is_an_ordinary_mistake() -> None:
    state, seen = step(scene("base+announce", "y2 r1", "B:1 A:1"), "p1:y")
    assert seen[0] == Played(Seat(0), CardId(0), Face(1, 2), placed=False, announced=1)
    assert (state.table.mistakes, state.table.clue_tokens) == (1, 6)


@pytest.mark.rule("R4.6")
def test_announcing_a_five_brings_two_tokens() -> None:
    moves = "p1 A:1 p1 A:1 p1 A:1 p1 A:1"
    state, seen = step(scene("base+announce", "r1 r2 r3 r4 r5", moves), "p1:r")
    assert seen[1:3] == (
        TokenBack(TokenSource.ANNOUNCED, kept=True),
        TokenBack(TokenSource.COMPLETED, kept=True),
    )
    assert state.table.clue_tokens == 6


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("card", ["m1", "k5"])
def test_multicolour_and_black_are_announced_by_their_names(card: str) -> None:
    state = scene("wild10+black+announce", card, "B:1 A:1")
    mistakes = {letter: after(state, f"p1:{letter}").table.mistakes for letter in "rmk"}
    assert mistakes == {letter: int(letter != card[0]) for letter in "rmk"}


@pytest.mark.rule("R4.6")
def test_announcing_is_optional_and_only_where_it_is_played() -> None:
    game = scene("base+announce", "r1")
    plays = [a for a in legal_actions(view(game, Seat(0))) if isinstance(a, Play)]
    assert len(plays) == 5 + 5 * 5
    assert after(game, "p1").table.clue_tokens == 8
    assert refused(scene("base", "r1"), "p1:r") is Reason.NO_ANNOUNCING
    mover = view(game, Seat(0))
    for suit in (-1, 5):
        assert refusal(mover, Play(mover.hand[0], suit)) is Reason.NO_SUCH_SUIT


# R4.7, R4.8


@pytest.mark.rule("R4.7")
@pytest.mark.parametrize("mistakes", [1, 2])
def test_fewer_mistakes(mistakes: int) -> None:
    state = scene(f"base+mistakes={mistakes}", "r2 r2 r3")
    for _ in range(mistakes - 1):
        state = after(state, "p1 A:1")
        assert state.table.outcome is None
    assert after(state, "p1").table.outcome == lost(EndReason.LAST_MISTAKE)


@pytest.mark.rule("R4.7")
@pytest.mark.parametrize("tokens", [9, 10, 11, 12])
def test_more_clue_tokens(tokens: int) -> None:
    state = scene(f"base+clues={tokens}", "")
    assert state.table.clue_tokens == tokens
    assert refused(state, "d1") is Reason.CLUE_TOKENS_FULL
    assert refused(after(state, "B:1"), "d1") is None


@pytest.mark.rule("R4.8")
def test_everything_at_once() -> None:
    game = parse_options("wild10+black+tiles+announce+bouquet+noempty+mistakes=1+clues=12", 5)
    assert len(game.suits) == 7
    assert len(game.deck) == 70
    assert max_score(game) == 30


@pytest.mark.rule("R4.8")
def test_at_most_one_multicolour_form() -> None:
    with pytest.raises(OptionsError, match="at most one multicolour form: own5 or wild10"):
        parse_options("wild10+own5")
    with pytest.raises(OptionsError, match="two suits have the name 'multicolour'"):
        Options(suits=parse_options("own5").suits + parse_options("wild5").suits[5:])


@pytest.mark.rule("R4.9")
def test_only_clues_speak() -> None:
    """Neither actions nor events have room for words of one's own."""
    state = scene("wild10+announce", "r1 r2", "B:r A:1 p1:r p1")
    texts = [
        value
        for event in state.history
        for value in (getattr(event, name) for name in event.__slots__)
        if type(value) is str
    ]
    assert texts == []
