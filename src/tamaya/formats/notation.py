"""The notation that people read and type.

r3        a card: suit letter and value (r y g w b, m multicolour, k black)
p2        play the second card, counted from the oldest       play 2
p2:r      the same, announcing red                            play 2 red
d1        discard the oldest card                             discard 1
B:g       tell player B all green cards                       tell B green
B:3       tell player B all 3s                                tell B 3
t:r4      take the red 4 from the discard pile (tiles 5, 6)   take r4
f         forgo bonus tile 5                                  forgo
"""

import re

from tamaya.formats.errors import FormatError
from tamaya.formats.game import Game, initial_state, replay_steps
from tamaya.rules import (
    Action,
    CardId,
    ColourClue,
    Discard,
    Face,
    Forgo,
    Options,
    Play,
    Seat,
    Table,
    Take,
    ValueClue,
)
from tamaya.text.escape import quoted
from tamaya.text.labels import SEAT_LETTERS, face_text

MAX_ACTION_TEXT = 60  # characters
_CARD = re.compile(r"(p|play|d|discard) ?([1-9])(?:(?::| as | )([a-z]+))?")
_CLUE = re.compile(r"(?:(?:tell|clue) ([a-e]) |([a-e]):)([a-z]+|[1-9])")
_TAKE = re.compile(r"(?:t:|take )([a-z]+) ?([1-9])")
_FACE = re.compile(r"([a-z]+) ?([1-9])")


class NotAnAction(FormatError):
    """Text that has the form of no action."""


def parse_face(options: Options, text: str) -> Face:
    """The card written as `r3`."""
    if match := _FACE.fullmatch(text):
        return _face(options, match[1], match[2])
    raise FormatError(f"{quoted(text)} is not a card, such as 'r3'")


def action_text(table: Table, action: Action) -> str:
    """An action of the seat to move, such as `p2` or `B:r`."""
    options = table.options
    match action:
        case Play(card, None):
            return f"p{_position(table, card)}"
        case Play(card, int(suit)):
            return f"p{_position(table, card)}:{options.suits[suit].letter}"
        case Discard(card):
            return f"d{_position(table, card)}"
        case ColourClue(to, colour):
            return f"{SEAT_LETTERS[to]}:{options.colours[colour].value[0]}"
        case ValueClue(to, value):
            return f"{SEAT_LETTERS[to]}:{value}"
        case Take(face):
            return f"t:{face_text(options, face)}"
        case _:
            return "f"


def transcript(game: Game) -> tuple[str, ...]:
    """All actions of a game in short notation; an error if it cannot be replayed."""
    states = [initial_state(game), *(state for state, _ in replay_steps(game))]
    moments = zip(states, game.actions, strict=False)  # leaves out the final state
    return tuple(action_text(state.table, action) for state, action in moments)


def parse_action(table: Table, text: str) -> Action:
    """The action that a text means for the seat to move, in short notation or in words."""
    words = (
        " ".join(text.lower().split()) if len(text) <= MAX_ACTION_TEXT and text.isascii() else ""
    )
    if words in ("f", "forgo"):
        return Forgo()
    if match := _CARD.fullmatch(words):
        return _card_action(table, match)
    if match := _CLUE.fullmatch(words):
        return _clue(table.options, match)
    if match := _TAKE.fullmatch(words):
        return Take(_face(table.options, match[1], match[2]))
    raise NotAnAction(f"{quoted(text)} is not an action, such as 'p2', 'd1', 'B:r' or 'B:3'")


def _card_action(table: Table, match: re.Match[str]) -> Action:
    verb, position, suit = match.groups()
    hand = table.hands[table.to_move]
    if int(position) > len(hand):
        raise FormatError(f"there is no card {position} in a hand of {len(hand)}")
    card = hand[int(position) - 1]
    if verb.startswith("p"):
        return Play(card, None if suit is None else _suit(table.options, suit))
    if suit is not None:
        raise FormatError("only a card that is played can be announced")
    return Discard(card)


def _clue(options: Options, match: re.Match[str]) -> Action:
    to = SEAT_LETTERS.index((match[1] or match[2]).upper())
    if to >= options.players:
        raise FormatError(f"there is no player {SEAT_LETTERS[to]} among {options.players}")
    if match[3].isdigit():
        return ValueClue(Seat(to), int(match[3]))
    for index, colour in enumerate(options.colours):
        if match[3] in (colour.value, colour.value[0]):
            return ColourClue(Seat(to), index)
    known = ", ".join(options.colours)
    raise FormatError(f"no clue names {quoted(match[3])} in this game; colours are {known}")


def _face(options: Options, suit: str, value: str) -> Face:
    if int(value) > options.values:
        raise FormatError(f"cards go from 1 to {options.values}, not {value}")
    return Face(_suit(options, suit), int(value))


def _suit(options: Options, word: str) -> int:
    for index, suit in enumerate(options.suits):
        if word in (suit.name, suit.letter):
            return index
    known = ", ".join(suit.name for suit in options.suits)
    raise FormatError(f"there is no suit {quoted(word)} in this game; suits are {known}")


def _position(table: Table, card: CardId) -> int:
    return table.hands[table.to_move].index(card) + 1
