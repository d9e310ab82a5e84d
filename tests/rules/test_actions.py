"""Section 2: clues, discards, plays."""

import pytest

from support.scenes import after, refused, scene, step
from tamaya.rules import (
    CardId,
    Colour,
    Face,
    IllegalAction,
    Options,
    Reason,
    Seat,
    ValueClue,
    apply,
    knowledge_from_clues,
    legal_actions,
    possible_faces,
    refusal,
    touched,
    view,
)
from tamaya.rules.actions import ColourClue, Discard, Play
from tamaya.rules.clue_knowledge import ClueKnowledge
from tamaya.rules.events import Clued, Discarded, Drew, Played, TokenBack, TokenSource, TurnPassed
from tamaya.rules.suits import plain

# what seat 1 holds in most scenes here: cards 5 to 9
HANDS = "r1 r2 r3 r4 r5 g1 b2 g3 w4 g5"


@pytest.mark.rule("R2.1")
def test_a_clue_costs_a_token_and_points_out_every_match() -> None:
    state, seen = step(scene("base", HANDS), "B:g")
    assert state.table.clue_tokens == 7
    green = tuple(map(CardId, (5, 7, 9)))
    assert seen == (Clued(Seat(0), ColourClue(Seat(1), 2), green), TurnPassed(Seat(1)))
    state, seen = step(scene("base", HANDS), "B:2")
    assert seen[0] == Clued(Seat(0), ValueClue(Seat(1), 2), (CardId(6),))
    assert state.table.hands == scene("base", HANDS).table.hands


@pytest.mark.rule("R2.1")
def test_no_clue_without_a_token() -> None:
    state = scene("base", HANDS, "B:1 A:1 B:1 A:1 B:1 A:1 B:1 A:1")
    assert state.table.clue_tokens == 0
    assert refused(state, "B:g") is Reason.NO_CLUE_TOKEN
    kinds = {type(action) for action in legal_actions(view(state, Seat(0)))}
    assert kinds == {Play, Discard}


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize(
    ("clue", "reason"),
    [
        (ColourClue(Seat(0), 0), Reason.CLUE_TO_ONESELF),
        (ColourClue(Seat(2), 0), Reason.NO_SUCH_SEAT),
        (ColourClue(Seat(-1), 0), Reason.NO_SUCH_SEAT),
        (ColourClue(Seat(1), 5), Reason.NO_SUCH_COLOUR),
        (ColourClue(Seat(1), -1), Reason.NO_SUCH_COLOUR),
        (ColourClue(Seat(1), 4), None),
        (ColourClue(Seat(1), 0), None),
        (ValueClue(Seat(1), 0), Reason.NO_SUCH_VALUE),
        (ValueClue(Seat(1), 6), Reason.NO_SUCH_VALUE),
        (ValueClue(Seat(1), 5), None),
        (ValueClue(Seat(1), 1), None),
    ],
)
def test_a_clue_names_a_teammate_and_one_colour_or_value(
    clue: ColourClue | ValueClue, reason: Reason | None
) -> None:
    assert refusal(view(scene("base", HANDS), Seat(0)), clue) is reason


@pytest.mark.rule("R2.1")
def test_what_clues_tell_about_the_cards() -> None:
    state = scene("base", HANDS, "B:g d1 B:5")
    said = knowledge_from_clues(state.table, state.history)
    green, five = ColourClue(Seat(1), 2), ValueClue(Seat(1), 5)
    assert said[state.table.hands[1][-1]] == ClueKnowledge(no=(five,))  # drawn after the first clue
    assert said[state.table.hands[1][-2]] == ClueKnowledge(yes=(green, five))
    assert said[state.table.hands[1][0]] == ClueKnowledge(no=(green, five))
    assert said[state.table.hands[0][0]] == ClueKnowledge()
    game = state.table.options
    assert possible_faces(game, ClueKnowledge(yes=(green, five))) == {Face(2, 5)}
    not_those = possible_faces(game, ClueKnowledge(no=(green, five)))
    assert not_those == {Face(s, v) for s in (0, 1, 3, 4) for v in (1, 2, 3, 4)}


@pytest.mark.rule("R2.1")
def test_the_cards_a_clue_would_touch_are_known_before() -> None:
    mover = view(scene("base", HANDS), Seat(0))
    assert touched(mover, ColourClue(Seat(1), 4)) == (6,)
    assert touched(mover, ValueClue(Seat(1), 2)) == (6,)
    assert touched(mover, ColourClue(Seat(1), 0)) == ()


@pytest.mark.rule("R2.2")
def test_empty_clues_are_allowed_unless_the_table_says_no() -> None:
    _, seen = step(scene("base", HANDS), "B:r")
    assert seen[0] == Clued(Seat(0), ColourClue(Seat(1), 0), ())
    strict = scene("base+noempty", HANDS)
    assert refused(strict, "B:r") is Reason.EMPTY_CLUE
    assert refused(strict, "B:g") is None
    assert refused(strict, "B:4") is None
    clues = [a for a in legal_actions(view(strict, Seat(0))) if isinstance(a, ColourClue)]
    assert [clue.colour for clue in clues] == [2, 3, 4]


@pytest.mark.rule("R2.2")
def test_a_teammate_without_cards_gets_no_clue() -> None:
    tiny = Options(suits=(plain(Colour.RED, (1, 1, 1)),), hand=1, bouquet=True)
    state = scene(tiny, "r1 r2 r3", "p1 p1")
    assert state.table.hands == ((2,), ())
    assert refused(state, "B:r") is Reason.HAND_EMPTY
    assert refused(state, "B:1") is Reason.HAND_EMPTY
    assert legal_actions(view(state, Seat(0))) == (Play(CardId(2)),)


@pytest.mark.rule("R2.3")
def test_a_discard_brings_a_token_and_a_new_card() -> None:
    state, seen = step(scene("base", HANDS + " y5", "B:g"), "d2")
    assert seen == (
        Discarded(Seat(1), CardId(6), Face(4, 2)),
        Drew(Seat(1), CardId(10)),
        TurnPassed(Seat(0)),
    )
    assert state.table.clue_tokens == 8
    assert state.table.discard_pile == (Face(4, 2),)
    assert state.table.hands[1] == (5, 7, 8, 9, 10)
    assert view(state, Seat(0)).faces[CardId(10)] == Face(1, 5)
    assert state.table.deck_left == 39
    assert view(state, Seat(1)).table.discard_pile == (Face(4, 2),)


@pytest.mark.rule("R2.3")
def test_no_discard_while_all_tokens_are_there() -> None:
    state = scene("base", HANDS)
    assert refused(state, "d1") is Reason.CLUE_TOKENS_FULL
    assert not any(isinstance(a, Discard) for a in legal_actions(view(state, Seat(0))))
    state = after(state, "B:g")
    assert refused(state, "d1") is None
    assert sum(isinstance(a, Discard) for a in legal_actions(view(state, Seat(1)))) == 5


@pytest.mark.rule("R2.3")
def test_only_a_card_of_ones_own_hand() -> None:
    mover = view(scene("base", HANDS, "B:g"), Seat(1))
    for card in (0, 4, 10, 99, -1):
        assert refusal(mover, Discard(CardId(card))) is Reason.NOT_IN_HAND
        assert refusal(mover, Play(CardId(card))) is Reason.NOT_IN_HAND


@pytest.mark.rule("R2.4")
def test_a_card_that_fits_is_placed() -> None:
    state, seen = step(scene("base", HANDS), "p1")
    assert seen == (
        Played(Seat(0), CardId(0), Face(0, 1), placed=True),
        Drew(Seat(0), CardId(10)),
        TurnPassed(Seat(1)),
    )
    assert state.table.fireworks == (1, 0, 0, 0, 0)
    assert (state.table.mistakes, state.table.discard_pile) == (0, ())
    assert state.table.hands[0] == (1, 2, 3, 4, 10)
    assert state.table.clue_tokens == 8


@pytest.mark.rule("R2.4")
def test_a_card_that_does_not_fit_is_a_mistake() -> None:
    state, seen = step(scene("base", HANDS), "p2")
    assert seen == (
        Played(Seat(0), CardId(1), Face(0, 2), placed=False),
        Drew(Seat(0), CardId(10)),
        TurnPassed(Seat(1)),
    )
    assert state.table.fireworks == (0, 0, 0, 0, 0)
    assert (state.table.mistakes, state.table.discard_pile) == (1, (Face(0, 2),))
    assert state.table.hands[0] == (0, 2, 3, 4, 10)
    assert state.table.clue_tokens == 8


@pytest.mark.rule("R2.5")
def test_a_firework_grows_in_order_and_takes_each_value_once() -> None:
    state = scene("base", "r1 r1 r3 r2 r5 g1 r4 g3 w4 r1", "p1 p5")  # the second 1 is too much
    assert (state.table.fireworks[0], state.table.mistakes) == (1, 1)
    state = after(state, "p2 A:1")  # a 3 before the 2
    assert (state.table.fireworks[0], state.table.mistakes) == (1, 2)
    assert scene("base", "r1 r2 g2 r3 r4 g1 w1", "p1 p1 p1 p1 p1").table.fireworks == (
        2,
        0,
        2,
        1,
        0,
    )


@pytest.mark.rule("R2.6")
def test_completing_a_firework_brings_a_token() -> None:
    state = scene("base", HANDS, "p1 A:1 p1 A:1 p1 A:1 p1 A:1")
    assert state.table.clue_tokens == 4
    state, seen = step(state, "p1")
    assert seen[1] == TokenBack(TokenSource.COMPLETED, kept=True)
    assert state.table.clue_tokens == 5
    assert state.table.fireworks[0] == 5


@pytest.mark.rule("R2.6")
def test_the_bonus_is_lost_when_all_tokens_are_there() -> None:
    state = scene("base", "r1 r2 r3 r4 r5 y1 y2 y3 y4 g1", "p1 p1 p1 p1 p1 p1 p1 p1")
    state, seen = step(state, "p1")
    assert seen[1] == TokenBack(TokenSource.COMPLETED, kept=False)
    assert state.table.clue_tokens == 8


@pytest.mark.rule("R2.7")
def test_hands_stay_in_the_order_of_drawing() -> None:
    state = scene("base", HANDS, "B:g d3 p2 A:1 d1")
    assert all(hand == tuple(sorted(hand)) for hand in state.table.hands)
    assert {type(a) for a in legal_actions(view(state, Seat(1)))} <= {
        Play,
        Discard,
        ColourClue,
        ValueClue,
    }  # no action of the game rearranges a hand


def test_every_action_that_is_listed_comes_in_the_same_order() -> None:
    listed = legal_actions(view(scene("base", HANDS, "B:g"), Seat(1)))
    assert [type(action) for action in listed] == (
        [Discard] * 5 + [Play] * 5 + [ColourClue] * 5 + [ValueClue] * 5
    )
    to = [
        a.to
        for a in legal_actions(view(scene("base", "", players=4, first=2), Seat(2)))
        if isinstance(a, ColourClue)
    ]
    assert to == [3] * 5 + [0] * 5 + [1] * 5


def test_an_action_after_the_end_is_refused() -> None:
    over = scene("base", "r2 r2 r3 r3 r4", "p1 A:1 p1 A:1 p1")
    assert legal_actions(view(over, over.table.to_move)) == ()
    for seat in (0, 1):
        mine = view(over, Seat(seat))
        assert refusal(mine, Play(mine.hand[0])) is Reason.GAME_OVER
    with pytest.raises(IllegalAction) as error:
        apply(over, Play(over.table.hands[0][0]))
    assert error.value.reason is Reason.GAME_OVER
    assert str(error.value) == "the game is over"
