"""The notation that people type: every action there and back, words, and refusals."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.formats.random_games import random_game
from tamaya.deals import seeded
from tamaya.formats.errors import FormatError
from tamaya.formats.game import replay_steps
from tamaya.formats.notation import action_text, parse_action, parse_face, transcript
from tamaya.rules import (
    Action,
    ColourClue,
    Discard,
    Face,
    Forgo,
    OptionsError,
    Play,
    Take,
    ValueClue,
    apply,
    legal_actions,
    parse_options,
    start,
    view,
)
from tamaya.rules.actions import CardId, Seat
from tamaya.rules.notation import WORDS
from tamaya.text.labels import face_text

ALL = parse_options("own10+black+tiles+announce", 3)
TABLE = start(ALL, seeded(ALL, 1)).table


@pytest.mark.rule("R2.7")
def test_places_in_a_hand_go_by_the_order_of_drawing() -> None:
    game = parse_options("base")
    state, _ = apply(start(game, seeded(game, 1)), Play(CardId(1)))
    state, _ = apply(state, ValueClue(Seat(0), 1))
    assert state.table.hands[0] == (0, 2, 3, 4, 10)
    cards = [parse_action(state.table, f"p{place}") for place in range(1, 6)]
    assert cards == [Play(CardId(card)) for card in (0, 2, 3, 4, 10)]


READ: dict[str, Action] = {
    "p2": Play(CardId(1)),
    "P2": Play(CardId(1)),
    " play  2 ": Play(CardId(1)),
    "p2:r": Play(CardId(1), 0),
    "play 2 red": Play(CardId(1), 0),
    "play 2 as black": Play(CardId(1), 6),
    "d1": Discard(CardId(0)),
    "discard 1": Discard(CardId(0)),
    "B:g": ColourClue(Seat(1), 2),
    "b:m": ColourClue(Seat(1), 5),
    "tell C green": ColourClue(Seat(2), 2),
    "clue b 3": ValueClue(Seat(1), 3),
    "B:3": ValueClue(Seat(1), 3),
    "t:k4": Take(Face(6, 4)),
    "take black 4": Take(Face(6, 4)),
    "f": Forgo(),
    "forgo": Forgo(),
}
REFUSED = {
    "": "is not an action",
    "p": "is not an action",
    "p0": "is not an action",
    "p2" + " " * 60: "is not an action",
    "p2" + " " * 60 + "junk": "is not an action",
    "p1:\N{KELVIN SIGN}": "is not an action",
    "p6": "no card 6 in a hand of 5",
    "p1:x": "no suit 'x'",
    "d1:r": "only a card that is played",
    "E:3": "no player E among 3",
    "B:k": "no clue names 'k'",
    "t:r9": "cards go from 1 to 5",
}


@pytest.mark.parametrize(("written", "action"), READ.items())
def test_an_action_is_read(written: str, action: Action) -> None:
    assert parse_action(TABLE, written) == action


@pytest.mark.parametrize(("written", "words"), REFUSED.items())
def test_what_is_no_action_is_refused(written: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        parse_action(TABLE, written)


@pytest.mark.parametrize("face", ALL.copies)
def test_every_card_there_and_back(face: Face) -> None:
    assert parse_face(ALL, face_text(ALL, face)) == face


@pytest.mark.parametrize("seed", range(12))
def test_every_legal_action_there_and_back(seed: int) -> None:
    game = random_game(seed)
    for state, _ in replay_steps(game):
        for action in legal_actions(view(state, state.table.to_move)):
            assert parse_action(state.table, action_text(state.table, action)) == action


def test_a_transcript() -> None:
    game = random_game(3)
    assert len(transcript(game)) == len(game.actions)


SMALL = st.text("pdtfABCDEabcdeklmrwyg:0123456789 +=asolr\u0661²\U0001f386", max_size=12)


@given(st.one_of(SMALL, st.text(max_size=80)))
@example("p²")
@example("p\u0661")
@example("t:r\u0665")
@settings(max_examples=300, deadline=None)
def test_only_format_errors_escape(written: str) -> None:
    for parse in (lambda: parse_action(TABLE, written), lambda: parse_face(ALL, written)):
        try:
            parse()
        except FormatError as wrong:
            assert str(wrong).isprintable()  # noqa: PT017 - many texts are fine
            assert str(wrong).isascii()  # noqa: PT017


PIECES = st.sampled_from([*WORDS, "fr:all", "=", "", "mistakes=", "clues=٩", "İ", "base "])


@given(st.one_of(st.lists(PIECES, max_size=6).map("+".join), st.text(max_size=250)))
@settings(max_examples=500, deadline=None)
def test_only_options_errors_escape(variant: str) -> None:
    try:
        rules = parse_options(variant, 3)
    except OptionsError:
        return
    assert rules.players == 3
