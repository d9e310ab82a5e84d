"""Details that no numbered rule spells out, and that a slip in the engine would change."""

import pytest

from support.scenes import after, scene, step
from tamaya.deals import seeded
from tamaya.rules import (
    CardId,
    Colour,
    DealError,
    Face,
    Options,
    OptionsError,
    Seat,
    Tile,
    format_options,
    indispensable,
    knowledge_from_clues,
    legal_actions,
    parse_options,
    start,
    view,
)
from tamaya.rules.actions import ColourClue, Discard, Play, ValueClue
from tamaya.rules.clue_knowledge import ClueKnowledge, EarlierClues
from tamaya.rules.events import ShuffledBack, TileGone
from tamaya.rules.state import Deal
from tamaya.rules.suits import BASE, FIVE, TEN, Suit, plain, wild

HANDS = "r1 r2 r3 r4 r5 g1 b2 g3 w4 g5"


def test_suits_made_by_hand() -> None:
    two = frozenset({Colour.RED, Colour.BLUE})
    assert wild(two, (2, 1)) == Suit("multicolour", "m", two, (2, 1), (1, 2))
    assert plain(Colour.BLUE) == Suit("blue", "b", frozenset({Colour.BLUE}), TEN, (1, 2, 3, 4, 5))
    assert plain(Colour.MULTICOLOUR, FIVE).letter == "m"


def test_one_value_is_enough() -> None:
    game = Options(suits=tuple(plain(colour, (3,)) for colour in Colour), hand=1)
    assert (game.values, len(game.deck)) == (1, 18)


def test_a_hand_size_of_ones_own_is_kept() -> None:
    game = Options(players=4, hand=3)
    assert (game.hand, game.hand_size) == (3, 3)
    assert game != Options(players=4)
    with pytest.raises(OptionsError, match=r"^the notation has no words for this option set$"):
        format_options(game)


def test_two_players_unless_told_otherwise() -> None:
    assert parse_options("base").players == Options().players == 2


def test_exact_messages() -> None:
    with pytest.raises(OptionsError, match=r"^'base' means no suit beyond the five: leave it out$"):
        parse_options("base+black")
    with pytest.raises(OptionsError, match=r"^a variant is a preset .* here a word is empty$"):
        parse_options("base+")
    with pytest.raises(DealError, match=r"^the cards of a deck are faces$"):
        start(parse_options("base"), Deal(((0, 1),)))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(OptionsError, match=r"^unknown variant word 'x"):
        parse_options("x" * 200)
    game = parse_options("base+tiles")
    cards = seeded(game, 1).cards
    for played, tiles, place, message in (
        (game, (1,), 0, r"^the tiles are 1 to 6, each once$"),
        (parse_options("base"), (1,), 0, "^no tiles are played$"),
        (
            parse_options("base"),
            (),
            -1,
            r"^the place number is a whole number from 0 to 2\*\*32 - 1$",
        ),
    ):
        with pytest.raises(DealError, match=message):
            start(played, Deal(cards, tiles, place))


def test_a_card_drawn_after_a_clue_was_not_told_anything() -> None:
    state = scene("base", HANDS, "B:1 d1 B:5 d1")
    hand = state.table.hands[1]
    said = knowledge_from_clues(state.table, state.history)
    assert said[hand[-1]] == ClueKnowledge()
    assert said[hand[-2]] == ClueKnowledge(no=(ValueClue(Seat(1), 5),))


def test_what_was_told_before_is_kept() -> None:
    state = scene("base", HANDS, "B:g A:1 B:4 A:1 B:w")
    white_4 = knowledge_from_clues(state.table, state.history)[CardId(8)]
    green, four, white = ColourClue(Seat(1), 2), ValueClue(Seat(1), 4), ColourClue(Seat(1), 3)
    assert white_4 == ClueKnowledge(yes=(four, white), no=(green,))


def test_what_was_told_can_be_gone_on_from() -> None:
    then = scene("base", HANDS, "B:g d1 B:4 d1")
    now = after(then, "B:w A:2 d2 A:1")
    so_far = knowledge_from_clues(then.table, then.history)
    heard = EarlierClues(len(then.history), then.table.drawn, so_far)
    assert knowledge_from_clues(now.table, now.history, heard) == knowledge_from_clues(
        now.table, now.history
    )
    assert knowledge_from_clues(then.table, then.history, heard) == so_far
    assert any(said.yes for said in so_far.values())


def test_a_view_holds_the_whole_history() -> None:
    state = scene("base", HANDS, "B:g d1 p1")
    assert view(state, Seat(0)).history == view(state, Seat(1)).history == state.history
    assert len(state.history) == 2 + 3 + 3


def test_turns_count_every_action() -> None:
    assert scene("base", HANDS, "B:g").table.turns == 1
    assert scene("base", HANDS, "B:g d1").table.turns == 2
    assert scene("base", HANDS, "B:g d1 p1").table.turns == 3
    mistake = scene("base", HANDS, "p2")
    assert (mistake.table.turns, mistake.table.mistakes) == (1, 1)


def test_the_whole_list_of_actions() -> None:
    mover = view(scene("base+announce", HANDS, "B:g"), Seat(1))
    hand, to = mover.hand, Seat(0)
    assert legal_actions(mover) == (
        *(Discard(card) for card in hand),
        *(Play(card) for card in hand),
        *(ColourClue(to, colour) for colour in range(5)),
        *(ValueClue(to, value) for value in range(1, 6)),
        *(Play(card, suit) for card in hand for suit in range(5)),
    )


def test_the_list_of_clues_asks_every_teammate() -> None:
    mover = view(scene("base", "", players=3, first=1), Seat(1))
    clues = [a for a in legal_actions(mover) if isinstance(a, ColourClue | ValueClue)]
    assert clues == [
        *(ColourClue(Seat(to), colour) for to in (2, 0) for colour in range(5)),
        *(ValueClue(Seat(to), value) for to in (2, 0) for value in range(1, 6)),
    ]


def test_the_list_without_empty_clues_asks_every_teammate() -> None:
    cards = "r1 r1 r1 r2 r2 b1 b1 b1 b2 b2 g3 g3 g4 g4 g5"
    mover = view(scene("base+noempty", cards, players=3), Seat(0))
    clues = [a for a in legal_actions(mover) if isinstance(a, ColourClue | ValueClue)]
    assert clues == [
        ColourClue(Seat(1), 4),
        ColourClue(Seat(2), 2),
        *(ValueClue(Seat(1), value) for value in (1, 2)),
        *(ValueClue(Seat(2), value) for value in (3, 4, 5)),
    ]


def test_tile_5_takes_every_place_in_the_deck() -> None:
    red = "r1 r2 r3 r4 r5"
    moves = "B:1 A:1 p1 d1 p1 A:1 p1 A:1 p1 A:1 p1"
    size = scene("base+tiles", red, moves, tiles="5").table.deck_left
    for at in range(size + 1):
        lowest = -(-(at << 32) // (size + 1))  # the first place number for this place
        for place, expected in ((lowest, at), (lowest - 1, at - 1)):
            if place < 0:
                continue
            state = scene("base+tiles", red, moves, tiles="5", place=place)
            taken = state.table.discard_pile[0]
            later, seen = step(state, "t:r1")
            assert seen[:2] == (ShuffledBack(taken), TileGone(Tile.SHUFFLE_BACK, used=True))
            rest = (later.faces[later.table.drawn - 1], *later.deck)
            assert rest == (*state.deck[:expected], taken, *state.deck[expected:])


def test_cards_beyond_the_reachable_height_are_not_indispensable() -> None:
    state = scene("base", "r2 r2 r3 r3 r4 y1", "p1 A:1 d1")
    assert state.table.discard_pile == (Face(0, 2), Face(0, 2))
    assert Face(0, 5) not in indispensable(state.table)  # red ends at 1
    assert Face(0, 2) not in indispensable(state.table)
    assert {Face(suit, 5) for suit in range(1, 5)} == indispensable(state.table)
    assert Face(0, 3) not in indispensable(after(state, "A:1 d1").table)


def test_five_suits_by_name() -> None:
    assert [suit.letter for suit in BASE] == ["r", "y", "g", "w", "b"]
