"""Section 1: cards, tokens, hands, who sees what, whose turn it is."""

from collections import Counter

import pytest

from support.scenes import after, faces, refused, scene, stacked, step
from tamaya.rules import (
    Colour,
    DealError,
    Face,
    IllegalAction,
    Options,
    OptionsError,
    Reason,
    Result,
    Seat,
    apply,
    legal_actions,
    parse_options,
    refusal,
    result,
    start,
    view,
)
from tamaya.rules.actions import Discard, Play
from tamaya.rules.suits import BASE


@pytest.mark.rule("R1.1")
def test_fifty_cards_in_five_suits() -> None:
    game = parse_options("base")
    assert [suit.name for suit in game.suits] == ["red", "yellow", "green", "white", "blue"]
    assert len(game.deck) == 50
    assert game.deck == tuple(sorted(game.deck))
    for suit in range(5):
        assert [value for s, value in game.deck if s == suit] == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.rule("R1.1")
def test_suits_keep_their_order_in_every_game() -> None:
    names = [suit.name for suit in parse_options("black+wild10").suits]
    assert names == ["red", "yellow", "green", "white", "blue", "multicolour", "black"]


@pytest.mark.rule("R1.2")
def test_eight_clue_tokens_and_three_mistakes() -> None:
    state = scene("base", "r2 r2 r3 r3 r4")
    assert state.table.clue_tokens == 8
    assert state.table.mistakes == 0
    state = after(state, "p1 A:1 p1")
    assert (state.table.mistakes, state.table.outcome) == (2, None)
    state = after(state, "A:1 p1")
    assert state.table.mistakes == 3
    assert result(state.table) is Result.LOST


@pytest.mark.rule("R1.3")
@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands(players: int, size: int) -> None:
    state = scene("base", "", players=players)
    assert [len(hand) for hand in state.table.hands] == [size] * players
    assert state.table.deck_left == 50 - players * size
    assert state.deck == state.faces[players * size :]


@pytest.mark.rule("R1.3")
@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_two_to_five_players(players: int) -> None:
    with pytest.raises(OptionsError, match="2 to 5 players play"):
        parse_options("base", players)


@pytest.mark.rule("R1.3")
def test_whole_hands_are_dealt_in_turn_from_the_top() -> None:
    state = scene("base", "r1 r2 r3 r4 r5 b1 b2 b3 b4 b5 g1", players=2)
    assert state.table.hands == ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9))
    assert view(state, Seat(1)).faces == dict(
        enumerate(faces(state.table.options, "r1 r2 r3 r4 r5"))
    )
    assert state.deck[0] == Face(2, 1)


@pytest.mark.rule("R1.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_sees_every_hand_but_their_own(players: int) -> None:
    state = scene("base", "r1 b2 r3 g4 r5", players=players)
    for seat in range(players):
        own = set(state.table.hands[seat])
        others = {c for hand in state.table.hands for c in hand} - own
        seen = view(state, Seat(seat)).faces
        assert set(seen) == others
        assert all(seen[card] == state.faces[card] for card in others)


@pytest.mark.rule("R1.4")
@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(IndexError, match="no seat"):
        view(scene("base", ""), Seat(seat))


@pytest.mark.rule("R1.5")
def test_seat_0_starts_unless_another_is_chosen() -> None:
    assert scene("base", "").table.to_move == 0
    assert scene("base", "", players=4, first=2).table.to_move == 2


@pytest.mark.rule("R1.5")
@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_seat_must_exist(first: int) -> None:
    with pytest.raises(DealError, match="no seat"):
        scene("base", "", players=3, first=first)


@pytest.mark.rule("R1.6")
def test_turns_go_clockwise_one_action_each() -> None:
    state = scene("base", "r1", players=3, first=1)
    movers = []
    for move in ("A:1", "A:1", "B:1", "d1", "d1"):
        movers.append(state.table.to_move)
        state = after(state, move)
    assert movers == [1, 2, 0, 1, 2]
    assert state.table.turns == 5


@pytest.mark.rule("R1.6")
def test_nobody_acts_out_of_turn() -> None:
    state = scene("base", "")
    waiting = view(state, Seat(1))
    assert legal_actions(waiting) == ()
    assert refusal(waiting, Play(waiting.hand[0])) is Reason.NOT_YOUR_TURN
    with pytest.raises(IllegalAction, match="not in the hand") as error:
        apply(state, Discard(waiting.hand[0]))
    assert error.value.reason is Reason.NOT_IN_HAND


@pytest.mark.rule("R1.6")
def test_passing_is_not_among_the_actions() -> None:
    state = scene("base", "", "B:1")
    kinds = {type(action).__name__ for action in legal_actions(view(state, Seat(1)))}
    assert kinds == {"Play", "Discard", "ColourClue", "ValueClue"}
    assert refused(state, "forgo") is Reason.NO_TILE


def test_a_deal_must_be_a_shuffle_of_the_cards() -> None:
    game = parse_options("base")
    good = stacked(game, "")
    twice = (good.cards[-1], *good.cards[1:])
    for cards, message in (
        (good.cards[1:], "the deck holds too few copies of the red 1"),
        ((*good.cards, Face(4, 5)), "the deck holds too many copies of the blue 5"),
        (twice, "the deck holds too few copies of the red 1"),
        ((*good.cards, Face(7, 1)), "no card of this game has suit 7 and value 1"),
        (((0, 1), *good.cards[1:]), "the cards of a deck are faces"),
    ):
        with pytest.raises(DealError, match=message):
            start(game, type(good)(cards))  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("tiles", [(), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 5), (0, 1, 2, 3, 4, 5)])
def test_a_deal_must_hold_the_six_tiles(tiles: tuple[int, ...]) -> None:
    game = parse_options("base+tiles")
    cards = stacked(game, "").cards
    with pytest.raises(DealError, match="1 to 6, each once"):
        start(game, type(stacked(game, ""))(cards, tiles))
    with pytest.raises(DealError, match="no tiles are played"):
        start(parse_options("base"), type(stacked(game, ""))(cards, (1, 2, 3, 4, 5, 6)))


@pytest.mark.parametrize("place", [-1, 2**32])
def test_a_place_number_has_32_bits(place: int) -> None:
    game = parse_options("base")
    deal = type(stacked(game, ""))(stacked(game, "").cards, (), place)
    with pytest.raises(DealError, match="place number"):
        start(game, deal)


@pytest.mark.parametrize("place", [0, 2**32 - 1])
def test_every_32_bit_place_number_will_do(place: int) -> None:
    assert scene("base+tiles", "", place=place).place == place


def test_the_repr_of_a_state_and_of_a_deal_tells_no_secret() -> None:
    one, other = scene("base+tiles", "r1 r2 r3"), scene("base+tiles", "b1 b2 b3", tiles="6 5")
    assert one != other
    assert repr(one) == repr(other)
    assert "Face" not in repr(one)
    assert (
        repr(stacked(parse_options("base"), "r1"))
        == repr(stacked(parse_options("base"), "b1"))
        == "Deal()"
    )


def test_free_options_for_small_games() -> None:
    small = Options(suits=BASE[:2], hand=2, clue_tokens=3, mistakes=1)
    assert len(small.deck) == 20
    assert small.hand_size == 2
    assert small.colours == (Colour.RED, Colour.YELLOW)
    assert Counter(face.suit for face in small.deck) == {0: 10, 1: 10}
    assert Options(players=2, hand=5) == Options(players=2)
    assert Options(players=4, hand=5).hand_size == 5


def test_a_step_changes_nothing_that_was_there() -> None:
    state = scene("base", "r1 r2 r3 r4 r5")
    before = repr(state), state.faces, state.history
    later, seen = step(state, "p1")
    assert (repr(state), state.faces, state.history) == before
    assert later.history == seen
