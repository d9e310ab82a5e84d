"""Section 4, the bonus tiles of the five flamboyants, and what section 5 adds to them."""

from dataclasses import replace

import pytest

from support.scenes import after, events, faces, refused, scene, step
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
    State,
    Tile,
    dead_fireworks,
    legal_actions,
    parse_options,
    reachable,
    refusal,
    score,
    view,
)
from tamaya.rules.actions import ColourClue, Forgo, Take, ValueClue
from tamaya.rules.events import (
    Clued,
    Drew,
    Ended,
    Event,
    MistakeForgiven,
    PlacedFromPile,
    Played,
    ShuffledBack,
    TileGone,
    TileRevealed,
    TokenBack,
    TokenSource,
    TurnPassed,
)
from tamaya.rules.suits import BLACK, plain

RED = "r1 r2 r3 r4 r5"
BUILD_RED = "p1 A:1 p1 A:1 p1 A:1 p1 A:1"  # all but the 5; four clue tokens are left
MIDDLE = 1 << 31


def red_done(tile: int, variant: str = "base+tiles", hand: str = "", place: int = 0) -> State:
    """Seat 0 completes red, and this tile is on top."""
    return scene(variant, f"{RED} {hand}", f"{BUILD_RED} p1", tiles=str(tile), place=place)


def kinds(seen: tuple[Event, ...]) -> list[type[Event]]:
    return [type(event) for event in seen]


@pytest.mark.rule("R4.5")
def test_a_five_reveals_a_tile_instead_of_bringing_a_token() -> None:
    before = scene("base+tiles", RED, BUILD_RED, tiles="1")
    assert (before.table.tiles_left, before.table.clue_tokens) == (6, 4)
    state, seen = step(before, "p1")
    assert seen == (
        Played(Seat(0), CardId(4), Face(0, 5), placed=True),
        TileRevealed(Tile.TOKEN),
        TokenBack(TokenSource.TILE, kept=True),
        TileGone(Tile.TOKEN, used=True),
        Drew(Seat(0), CardId(14)),
        TurnPassed(Seat(1)),
    )
    assert (state.table.tiles_left, state.table.clue_tokens, state.table.tile) == (5, 5, None)
    assert len(state.tiles) == 5


@pytest.mark.rule("R4.5")
def test_black_completed_by_its_1_still_brings_the_token() -> None:
    state = scene("black+tiles", "k5 k4 k3 k2 k1", BUILD_RED)
    state, seen = step(state, "p1")
    assert seen[1] == TokenBack(TokenSource.COMPLETED, kept=True)
    assert state.table.tiles_left == 6


@pytest.mark.rule("R4.5")
def test_without_tiles_there_are_none() -> None:
    assert scene("base", "").table.tiles_left == 0
    assert scene("base", RED, f"{BUILD_RED} p1").table.clue_tokens == 5


@pytest.mark.rule("R4.5")
def test_tile_2_forgives_a_mistake_and_brings_a_token() -> None:
    wrong = scene("base+tiles", f"{RED} b5", "p1 p1 p1 A:1 p1 A:1 p1 A:1", tiles="2")
    assert (wrong.table.mistakes, wrong.table.clue_tokens) == (1, 5)
    state, seen = step(wrong, "p1")
    assert kinds(seen)[1:5] == [TileRevealed, MistakeForgiven, TokenBack, TileGone]
    assert (state.table.mistakes, state.table.clue_tokens) == (0, 6)


@pytest.mark.rule("R4.5")
def test_tile_2_brings_the_token_even_without_a_mistake() -> None:
    state = red_done(2)
    assert (state.table.mistakes, state.table.clue_tokens) == (0, 5)
    assert events(state, MistakeForgiven) == []


@pytest.mark.rule("R4.5", "R5.4")
@pytest.mark.parametrize(
    ("tile", "asked", "other", "kind"),
    [(3, "B:g", "B:1", ColourClue), (4, "B:1", "B:g", ValueClue)],
)
def test_tiles_3_and_4_are_free_clues(
    tile: int, asked: str, other: str, kind: type[ColourClue | ValueClue]
) -> None:
    state = red_done(tile, hand="g1 b2 g3 w4 y1")
    assert (state.table.tile, state.table.to_move) == (Tile(tile), 0)
    assert (state.table.clue_tokens, state.table.turns) == (4, 9)
    choices = legal_actions(view(state, Seat(0)))
    assert len(choices) == 5
    assert {type(action) for action in choices} == {kind}
    for move, reason in (
        ("p1", Reason.TILE_FIRST),
        ("d1", Reason.TILE_FIRST),
        (other, Reason.NOT_THIS_TILE),
        ("t:r1", Reason.NOT_THIS_TILE),
        ("forgo", Reason.NOT_THIS_TILE),
        (asked, None),
    ):
        assert refused(state, move) is reason
    assert refusal(view(state, Seat(1)), choices[0]) is Reason.NOT_YOUR_TURN
    state, seen = step(state, asked)
    assert kinds(seen) == [Clued, TileGone, Drew, TurnPassed]
    assert isinstance(seen[0], Clued)
    assert seen[0].free
    assert seen[1] == TileGone(Tile(tile), used=True)
    assert (state.table.clue_tokens, state.table.turns, state.table.to_move) == (4, 9, 1)


@pytest.mark.rule("R4.5", "R5.4")
def test_a_free_clue_needs_no_token_but_is_otherwise_an_ordinary_clue() -> None:
    cards = f"{RED} g1 g1 g1 g2 g2 g3 g3 g4 g4 g5"
    moves = "B:r A:r B:r A:r p1 A:1 p1 A:1 p1 A:1 p1 A:1"
    state = scene("base+tiles", cards.replace("g1 g1", "g1 w1"), moves, tiles="3")
    state = after(state, "p1")
    assert (state.table.clue_tokens, state.table.tile) == (0, Tile.COLOUR_CLUE)
    assert refused(state, "A:g") is Reason.CLUE_TO_ONESELF
    assert after(state, "B:g").table.clue_tokens == 0
    strict = scene("base+tiles+noempty", f"{RED} g1 w1 g1 g2 g2", BUILD_RED, tiles="3")
    strict = after(strict, "p1")
    assert [
        a.colour for a in legal_actions(view(strict, Seat(0))) if isinstance(a, ColourClue)
    ] == [
        2,
        3,
    ]


@pytest.mark.rule("R4.5")
def test_a_free_clue_that_nobody_can_get_is_lost() -> None:
    # no colour points at black, and empty clues are not played
    cards = f"{RED} k1 k2 k2 k3 k3 y1"
    state = scene("black+tiles+noempty", cards, BUILD_RED, tiles="3")
    _, seen = step(state, "p1")
    assert kinds(seen)[1:] == [TileRevealed, TileGone, Drew, TurnPassed]
    assert TileGone(Tile.COLOUR_CLUE, used=False) in seen


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("tile", [5, 6])
def test_a_tile_without_a_card_to_choose_is_lost(tile: int) -> None:
    state = red_done(tile)
    assert state.table.tile is None
    assert TileGone(Tile(tile), used=False) in state.history
    assert (state.table.clue_tokens, state.table.to_move) == (4, 1)


def with_pile(tile: int, *, place: int = 0, variant: str = "base+tiles") -> State:
    """Red is complete, and g1 g3 g1 lie in the discard pile."""
    moves = "p1 d1 p1 d1 p1 d1 p1 A:1 p1"
    return scene(
        variant, f"{RED} g1 g3 g1 y2 y3", f"B:1 A:1 B:1 A:1 {moves}", tiles=str(tile), place=place
    )


@pytest.mark.rule("R4.5", "R5.3")
def test_tile_5_shuffles_a_chosen_card_into_the_deck() -> None:
    state = with_pile(5)
    assert state.table.tile is Tile.SHUFFLE_BACK
    assert legal_actions(view(state, Seat(0))) == (Take(Face(2, 1)), Take(Face(2, 3)))
    assert refused(state, "forgo") is Reason.MUST_CHOOSE
    assert refused(state, "t:g2") is Reason.NOT_IN_DISCARD_PILE
    assert refused(state, "B:1") is Reason.NOT_THIS_TILE
    left = state.table.deck_left
    later, seen = step(state, "t:g3")
    assert kinds(seen) == [ShuffledBack, TileGone, Drew, TurnPassed]
    assert seen[0] == ShuffledBack(Face(2, 3))
    assert later.table.discard_pile == (Face(2, 1), Face(2, 1))
    assert later.table.deck_left == left  # one in, one drawn
    assert refused(later, "t:g1") is Reason.NO_TILE


@pytest.mark.rule("R5.3")
def test_a_card_is_chosen_by_its_face_not_by_copy() -> None:
    state = after(with_pile(5), "t:g1")
    assert state.table.discard_pile == (Face(2, 3), Face(2, 1))


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize("place", [0, 1, MIDDLE, (1 << 32) - 1])
def test_the_place_in_the_deck_comes_from_the_deal(place: int) -> None:
    state = with_pile(5, place=place)
    deck = state.deck
    later = after(state, "t:g3")
    at = place * (len(deck) + 1) >> 32
    expected = (*deck[:at], Face(2, 3), *deck[at:])
    drawn = later.table.hands[0][-1]
    assert (later.faces[drawn], *later.deck) == expected
    assert drawn == state.table.drawn  # a new id, the next in line


@pytest.mark.rule("R5.3")
def test_nobody_can_tell_where_the_card_went() -> None:
    top, bottom = (after(with_pile(5, place=p), "t:g3") for p in (0, (1 << 32) - 1))
    assert top.faces != bottom.faces
    assert view(top, Seat(0)) == view(bottom, Seat(0))
    assert top.history == bottom.history
    assert view(top, Seat(1)) != view(bottom, Seat(1))  # the card on top was drawn by seat 0


@pytest.mark.rule("R4.5", "R5.4")
def test_tile_6_places_a_card_that_fits() -> None:
    state = with_pile(6)
    assert legal_actions(view(state, Seat(0))) == (Take(Face(2, 1)),)
    assert refused(state, "t:g3") is Reason.DOES_NOT_FIT
    assert refused(state, "t:y5") is Reason.NOT_IN_DISCARD_PILE
    assert refused(state, "forgo") is Reason.MUST_CHOOSE
    tokens = state.table.clue_tokens
    later, seen = step(state, "t:g1")
    assert kinds(seen) == [PlacedFromPile, TileGone, Drew, TurnPassed]
    assert later.table.fireworks == (5, 0, 1, 0, 0)
    assert later.table.discard_pile == (Face(2, 3), Face(2, 1))
    assert later.table.clue_tokens == tokens
    assert later.table.turns == state.table.turns


@pytest.mark.rule("R4.5")
def test_tile_6_is_lost_when_nothing_fits() -> None:
    moves = "p1 d1 p1 d1 p1 A:1 p1 A:1 p1"
    state = scene("base+tiles", f"{RED} g3 g2 y2 y3", f"B:1 A:1 {moves}", tiles="6")
    assert len(state.table.discard_pile) == 2
    assert TileGone(Tile.PLACE, used=False) in state.history
    assert state.table.to_move == 1


def small(*, tiles: bool = True, bouquet: bool = False, hand: int = 3, players: int = 2) -> Options:
    """Red and yellow 1 to 3 with two copies of each."""
    suits = tuple(plain(colour, (2, 2, 2)) for colour in (Colour.RED, Colour.YELLOW))
    return Options(players, suits, tiles=tiles, bouquet=bouquet, hand=hand)


@pytest.mark.rule("R4.5")
def test_a_tile_that_completes_a_firework_reveals_another() -> None:
    suits = tuple(plain(c, (2, 2, 2)) for c in (Colour.RED, Colour.YELLOW, Colour.GREEN))
    game = Options(2, suits, tiles=True, hand=4)
    # the yellow 3 is thrown away; red is completed, and tile 6 fetches it back
    cards = "r1 r2 r3 g1 y1 y2 y3 g1"
    state = scene(game, cards, "B:1 d3 p1 p1 p1 p1 p1", tiles="6 1 2")
    assert state.table.tile is Tile.PLACE
    assert legal_actions(view(state, Seat(0))) == (Take(Face(1, 3)),)
    later, seen = step(state, "t:y3")
    assert kinds(seen) == [
        PlacedFromPile,
        TileGone,
        TileRevealed,
        TokenBack,
        TileGone,
        Drew,
        TurnPassed,
    ]
    assert later.table.tiles_left == 4
    assert later.table.fireworks == (3, 3, 0)


@pytest.mark.rule("R4.5")
def test_a_black_1_placed_by_tile_6_brings_the_token() -> None:
    moves = "B:1 A:1 B:1 A:1 p1 d5 p1 p1 p1 p1 p1 p1 B:1 p1"
    state = scene("black+tiles", f"{RED} k5 k4 k3 k2 k1", moves, tiles="6")
    state, seen = step(state, "p1")
    assert legal_actions(view(state, Seat(0))) == (Take(Face(5, 1)),)
    later, seen = step(state, "t:k1")
    assert kinds(seen) == [PlacedFromPile, TileGone, TokenBack, Drew, TurnPassed]
    assert seen[2] == TokenBack(TokenSource.COMPLETED, kept=True)
    assert later.table.fireworks[5] == 5
    assert later.table.tiles_left == 5


def empty_deck(moves_at_end: str = "p1", tiles: str = "5 1 2 3 4 6") -> State:
    """Seat 0 completes red when the deck is empty, and tile 5 is on top.

    Twelve cards: hands of three, six in the deck.
    """
    game = small()
    cards = "r1 r2 r3 y1 y1 y2 y3 r1 r2 r3 y2 y3"
    moves = "p1 A:1 p1 d1 B:1 d1 B:1 d1 B:1 d1"
    return after(scene(game, cards, moves, tiles=tiles), moves_at_end)


@pytest.mark.rule("R4.5")
def test_tile_5_on_an_empty_deck_places_a_card_or_is_forgone() -> None:
    state = empty_deck("")
    assert state.table.deck_left == 0
    assert state.table.turns_after == 1
    state = after(state, "p1")
    assert state.table.tile is Tile.SHUFFLE_BACK
    assert legal_actions(view(state, Seat(0))) == (Take(Face(1, 1)), Forgo())
    assert refused(state, "t:y2") is Reason.DOES_NOT_FIT
    placed, seen = step(state, "t:y1")
    assert kinds(seen) == [PlacedFromPile, TileGone, TurnPassed]
    assert seen[1] == TileGone(Tile.SHUFFLE_BACK, used=True)
    assert placed.table.fireworks == (3, 1)
    forgone, seen = step(state, "f")
    assert seen == (TileGone(Tile.SHUFFLE_BACK, used=False), TurnPassed(Seat(1)))
    assert forgone.table.fireworks == (3, 0)


@pytest.mark.rule("R4.5")
def test_tile_5_on_an_empty_deck_is_lost_when_nothing_fits() -> None:
    game = small()
    cards = "r1 r2 r3 y2 y2 y3 y3 r1 r2 r3 y1 y1"
    moves = "p1 A:1 p1 d1 B:1 d1 B:1 d1 B:1 d1"
    state, seen = step(scene(game, cards, moves, tiles="5"), "p1")
    assert state.table.discard_pile == faces(game, "y2 y2 y3 r2")
    assert TileGone(Tile.SHUFFLE_BACK, used=False) in seen
    assert state.table.tile is None
    assert state.table.to_move == 1


@pytest.mark.rule("R5.7")
def test_choices_for_tiles_are_no_turns_of_the_last_round() -> None:
    state = empty_deck()
    before = (state.table.turns, state.table.turns_after)
    state = after(state, "t:y1")
    assert before == (11, 1)
    assert (state.table.turns, state.table.turns_after) == (11, 0)
    state = after(state, "A:1")
    assert state.table.outcome == Outcome(Result.SCORED, EndReason.LAST_ROUND)
    assert score(state.table) == 4


@pytest.mark.rule("R5.7")
def test_tokens_above_the_maximum_are_lost() -> None:
    for tile in (1, 2):
        cards = "r1 r2 r3 r4 r5 y1 y2 y3 y4"
        state = scene("base+tiles", cards, "p1 p1 p1 p1 p1 p1 p1 p1 p1", tiles=str(tile))
        assert TokenBack(TokenSource.TILE, kept=False) in state.history
        assert state.table.clue_tokens == 8


@pytest.mark.rule("R5.5")
def test_the_six_tiles_suffice_for_six_fireworks_that_end_on_a_5() -> None:
    six = tuple(plain(colour, (1, 1)) for colour in Colour)
    black = replace(BLACK, copies=(1, 1), order=(2, 1))
    game = Options(2, (*six, black), tiles=True, bouquet=True, hand=5)
    cards = "r1 y1 g1 w1 b1 r2 y2 g2 w2 b2 m1 m2"
    state = scene(game, cards, "p1 p1 p1 p1 p1 p1 p1 p1 p1 p1", tiles="1 2 5 6 3 4")
    assert (state.table.tiles_left, state.table.tile) == (1, Tile.COLOUR_CLUE)
    state = after(state, "A:r p1 p1")
    assert (state.table.tiles_left, state.table.tile) == (0, Tile.VALUE_CLUE)
    state = after(state, "A:1")
    assert state.table.fireworks == (2, 2, 2, 2, 2, 2, 0)
    assert [e.tile for e in state.history if isinstance(e, TileRevealed)] == [1, 2, 5, 6, 3, 4]


@pytest.mark.rule("R5.5")
def test_seven_fireworks_that_end_on_a_5_are_refused_with_tiles() -> None:
    seventh = replace(plain(Colour.RED), name="extra", letter="x")
    suits = (*parse_options("own10").suits, seventh)
    assert len(Options(suits=suits).suits) == 7
    with pytest.raises(OptionsError, match="at most 6 suits may be built upwards"):
        Options(suits=suits, tiles=True)


@pytest.mark.rule("R5.6")
def test_tiles_revive_a_dead_firework() -> None:
    game = small()
    cards = "r1 r2 r3 y3 y3 y1 r1 r2 r3 y1 y2 y2"
    state = scene(game, cards, "B:1 A:1 B:1 d1 p1 d1 p1 A:1", tiles="5")
    assert dead_fireworks(state.table) == (1,)
    assert reachable(state.table) == 3 + 2
    state = after(state, "p1")
    state = after(state, "t:y3")
    assert dead_fireworks(state.table) == ()
    assert reachable(state.table) == 6


@pytest.mark.rule("R5.1")
def test_the_order_inside_a_play() -> None:
    state = scene("base+tiles+announce", RED, BUILD_RED, tiles="1")
    _, seen = step(state, "p1:r")
    assert seen[1] == TokenBack(TokenSource.ANNOUNCED, kept=True)
    assert kinds(seen) == [
        Played,
        TokenBack,
        TileRevealed,
        TokenBack,
        TileGone,
        Drew,
        TurnPassed,
    ]


@pytest.mark.rule("R5.1")
def test_no_token_no_tile_and_no_draw_after_the_winning_play() -> None:
    game = Options(2, (plain(Colour.RED, (2, 2, 2)),), tiles=True, announce=True, hand=1)
    state = scene(game, "r1 r2 r3", "p1 p1", tiles="1")
    tokens = state.table.clue_tokens
    state, seen = step(state, "p1:r")
    assert kinds(seen) == [Played, Ended]
    assert (state.table.clue_tokens, state.table.tiles_left) == (tokens, 6)
    assert state.table.deck_left > 0


@pytest.mark.rule("R5.1")
def test_a_tile_can_win_the_game_and_nothing_is_drawn_then() -> None:
    cards = "r1 r2 r3 y1 y2 y3"
    state = scene(small(), cards, "B:1 d3 p1 p1 p1 p1 p1", tiles="6")
    state, seen = step(state, "t:y3")
    assert kinds(seen) == [PlacedFromPile, TileGone, Ended]
    assert state.table.outcome == Outcome(Result.WON, EndReason.ALL_COMPLETE)
    assert state.table.tiles_left == 5
    assert score(state.table) == 6


@pytest.mark.rule("R5.2")
def test_the_last_mistake_outranks_a_lost_card() -> None:
    state = scene("base+bouquet+mistakes=1", "r5")
    _, seen = step(state, "p1")
    assert seen[-1] == Ended(Outcome(Result.LOST, EndReason.LAST_MISTAKE))
    assert after(scene("base+bouquet+mistakes=2", "r5"), "p1").table.outcome == Outcome(
        Result.LOST, EndReason.INDISPENSABLE_LOST
    )
