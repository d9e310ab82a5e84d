"""What players read about a bot's move while the game is on.

A bot's own explanation may rest on cards that a reader must not learn about, and even a missing
explanation can tell something: a bot that is sure of its card because of what it sees in a
teammate's hand would tell that teammate about it. So a bot's explanation is kept until the game is
over. What players read meanwhile is worked out here from the table, the public history and the
action: never from a view, and never from what the bot says. Everybody at the table could work out
the same, so it tells nobody anything.
"""

from collections.abc import Mapping, Sequence

from tamaya.bots.api import Explanation
from tamaya.bots.inference.face_sets import FaceSet, deck_faces
from tamaya.bots.inference.knowledge import possible_by_count
from tamaya.bots.inference.needs import copies_face_down, firework_needs, is_mistake_free
from tamaya.bots.tiles import public_take_reason
from tamaya.rules import (
    Action,
    CardId,
    ClueKnowledge,
    Discard,
    Event,
    Play,
    Seat,
    Table,
    Take,
    knowledge_from_clues,
)
from tamaya.rules.events import Clued


def public_reason(table: Table, history: Sequence[Event], action: Action) -> Explanation | None:
    """What everybody can tell about the action of the seat to move; nothing about a clue."""
    match action:
        case Play(card):
            return _reason_to_play(table, history, card)
        case Discard(card):
            return _reason_to_discard(table, history, card)
        case Take():
            return public_take_reason(table, action)
        case _:
            return None  # a reason for a clue would be another clue


def _reason_to_play(table: Table, history: Sequence[Event], card: CardId) -> Explanation | None:
    possible, _, playable = _public_faces(table, knowledge_from_clues(table, history), card)
    if not possible & ~playable:
        return Explanation("knows-it-fits", {"card": card})
    giver = _last_giver(history, card)
    if giver is not None:
        return Explanation("pointed-at", {"card": card, "by": giver})
    if possible & playable and is_mistake_free(table):
        return Explanation("nothing-to-lose", {"card": card})
    return None


def _reason_to_discard(table: Table, history: Sequence[Event], card: CardId) -> Explanation | None:
    from_clues = knowledge_from_clues(table, history)
    possible, trash, _ = _public_faces(table, from_clues, card)
    if not possible & ~trash:
        return Explanation("useless", {"card": card})
    never_clued = (own for own in table.hands[table.to_move] if not from_clues[own].yes)
    return Explanation("never-told", {"card": card}) if card == next(never_clued, None) else None


def _public_faces(
    table: Table, from_clues: Mapping[CardId, ClueKnowledge], card: CardId
) -> tuple[FaceSet, FaceSet, FaceSet]:
    """What a card can be by clues and cards that lie face up; which faces are trash or playable."""
    deck = deck_faces(table.options)
    copies = copies_face_down(deck, table)
    needs = firework_needs(deck, table, copies)
    possible = possible_by_count(deck, table, table.to_move, from_clues, copies)
    return possible[card], needs.trash, needs.playable


def _last_giver(history: Sequence[Event], card: CardId) -> Seat | None:
    """Whose clue touched a card last."""
    clues = (event for event in reversed(history) if isinstance(event, Clued))
    return next((clue.seat for clue in clues if card in clue.cards), None)
