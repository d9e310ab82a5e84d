"""The vector, written a second time: from what the rules show to a seat, as docs/kernel.md says."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tamaya.rules import (
    Action,
    ColourClue,
    Discard,
    Event,
    Face,
    Play,
    Seat,
    Table,
    ValueClue,
    View,
    knowledge_from_clues,
    possible_faces,
)
from tamaya.rules.events import Clued, Discarded, Played, TokenBack

TILES = range(1, 7)


class Did(NamedTuple):
    """The last action: the table before it, what was done, what happened."""

    before: Table
    action: Action
    events: tuple[Event, ...]

    @property
    def actor(self) -> Seat:
        return self.before.to_move


def vector(seen: View, did: Did) -> list[int]:
    """The parts, one after the other."""
    return [
        *_hands(seen),
        *_board(seen),
        *_pile(seen),
        *_last_action(seen, did),
        *_knowledge(seen),
        *_tiles(seen),
    ]


def _one_of(items: Sequence[object], item: object) -> list[int]:
    return [int(one == item) for one in items]


def _ones(count: int, places: int) -> list[int]:
    return [int(place < count) for place in range(places)]


def _seats(seen: View) -> list[int]:
    """Seats, counted from the one that looks."""
    players = seen.table.options.players
    return [(seen.seat + offset) % players for offset in range(players)]


def _faces(seen: View) -> list[Face]:
    return sorted(seen.table.options.copies)


def _padded(seen: View, hand: Sequence[Any]) -> list[Any]:
    return [*hand, *[None] * (seen.table.options.hand_size - len(hand))]


def _hands(seen: View) -> list[int]:
    size, bits = seen.table.options.hand_size, list[int]()
    for seat in _seats(seen)[1:]:
        for card in _padded(seen, seen.table.hands[seat]):
            bits += _one_of(_faces(seen), None if card is None else seen.faces[card])
    return bits + [int(len(seen.table.hands[seat]) < size) for seat in _seats(seen)]


def _board(seen: View) -> list[int]:
    table, game = seen.table, seen.table.options
    bits = _ones(table.deck_left, len(game.deck) - game.players * game.hand_size)
    for suit, height in zip(game.suits, table.fireworks, strict=True):
        bits += _one_of(range(1, game.values + 1), suit.order[height - 1] if height else None)
    bits += _ones(table.clue_tokens, game.clue_tokens)
    return bits + _ones(game.mistakes - table.mistakes, game.mistakes)


def _pile(seen: View) -> list[int]:
    game, there = seen.table.options, seen.table.discard_pile
    rows = (_ones(there.count(face), game.copies[face]) for face in _faces(seen))
    return [bit for row in rows for bit in row]


def _names(seen: View, clues: Sequence[Any]) -> list[int]:
    """What clues have named, among colours and values."""
    game = seen.table.options
    colours = {getattr(clue, "colour", None) for clue in clues}
    values = {getattr(clue, "value", None) for clue in clues}
    return [
        *(int(colour in colours) for colour in range(len(game.colours))),
        *(int(value in values) for value in range(1, game.values + 1)),
    ]


def _last_action(seen: View, did: Did) -> list[int]:
    game, hand = seen.table.options, did.before.hands[did.actor]
    kinds = (Play, Discard, ColourClue, ValueClue)
    clue = did.action if isinstance(did.action, (ColourClue, ValueClue)) else None
    card = did.action.card if isinstance(did.action, (Play, Discard)) else None
    told_to = did.before.hands[clue.to] if clue else ()
    cards = [card for event in did.events if isinstance(event, Clued) for card in event.cards]
    face = [event.face for event in did.events if isinstance(event, (Discarded, Played))]
    placed = any(isinstance(event, Played) and event.placed for event in did.events)
    back = any(isinstance(event, TokenBack) and event.kept for event in did.events)
    return [
        *_one_of(_seats(seen), did.actor),
        *(int(isinstance(did.action, kind)) for kind in kinds),
        *_one_of(_seats(seen), clue.to if clue else None),
        *_names(seen, [clue] if clue else []),
        *(int(card is not None and card in cards) for card in _padded(seen, told_to)),
        *_one_of(range(game.hand_size), None if card is None else hand.index(card)),
        *_one_of(_faces(seen), face[0] if face else None),
        int(placed),
        int(placed and back),
    ]


def _knowledge(seen: View) -> list[int]:
    game, said, bits = (
        seen.table.options,
        knowledge_from_clues(seen.table, seen.history),
        list[int](),
    )
    for seat in _seats(seen):
        for card in _padded(seen, seen.table.hands[seat]):
            if card is None:
                bits += [0] * (len(game.copies) + len(game.colours) + game.values)
                continue
            allowed = possible_faces(game, said[card])
            bits += [int(face in allowed) for face in _faces(seen)]
            bits += _names(seen, list(said[card].yes))
    return bits


def _tiles(seen: View) -> list[int]:
    table = seen.table
    if not table.options.tiles:
        return []
    return _one_of(TILES, table.tile) + _ones(table.tiles_left, len(TILES))
