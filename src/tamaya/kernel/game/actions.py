"""Actions by number, in the order of the research environments, then those that only we have.

Discards by place, plays by place, colour clues and value clues by seat (the next in turn first);
then announced plays (place by suit), cards to take for a tile (suit by value), and to forgo it.
"""

from tamaya.kernel.game.layout import face_number, first_action_numbers
from tamaya.rules import (
    Action,
    ColourClue,
    Discard,
    Face,
    Forgo,
    Play,
    Seat,
    Table,
    Take,
    ValueClue,
)


def action_number(table: Table, action: Action) -> int:
    """The number of an action of the seat to move."""
    options = table.options
    play, colour, value, announced, take, forgo, _ = first_action_numbers(options)
    hand = table.hands[table.to_move]
    match action:
        case Discard(card):
            return hand.index(card)
        case Play(card, None):
            return play + hand.index(card)
        case Play(card, suit):
            assert suit is not None
            return announced + hand.index(card) * len(options.suits) + suit
        case ColourClue(to, which):
            return colour + _offset(table, to) * len(options.colours) + which
        case ValueClue(to, which):
            return value + _offset(table, to) * options.values + which - 1
        case Take(face):
            return take + face_number(options, face)
        case Forgo():
            return forgo


def action_from_number(table: Table, which: int) -> Action:
    """The action of the seat to move that has this number; `ValueError` if there is none."""
    options = table.options
    play, colour, value, announced, take, forgo, every = first_action_numbers(options)
    hand = table.hands[table.to_move]
    if not 0 <= which < every:
        raise ValueError(f"actions have the numbers 0 to {every - 1}, not {which}")
    if which < colour:
        place = which % options.hand_size
        if place >= len(hand):
            raise ValueError(f"the hand has no place {place}")
        return Discard(hand[place]) if which < play else Play(hand[place])
    if which < value:
        offset, named = divmod(which - colour, len(options.colours))
        return ColourClue(_seat(table, offset), named)
    if which < announced:
        offset, named = divmod(which - value, options.values)
        return ValueClue(_seat(table, offset), named + 1)
    if which < take:
        place, suit = divmod(which - announced, len(options.suits))
        if place >= len(hand):
            raise ValueError(f"the hand has no place {place}")
        return Play(hand[place], suit)
    if which < forgo:
        suit, below = divmod(which - take, options.values)
        return Take(Face(suit, below + 1))
    return Forgo()


def _offset(table: Table, to: int) -> int:
    return (to - table.to_move) % table.options.players - 1


def _seat(table: Table, offset: int) -> Seat:
    return Seat((table.to_move + 1 + offset) % table.options.players)
