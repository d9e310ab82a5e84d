"""What is said about a bot's move while the game is on.

A bot's own reason may rest on cards that a reader must not learn about, and even its absence can
tell something: a bot that is sure because of what it sees in a teammate's hand tells that teammate
about it. So a bot's own reason is kept until the game is over. What is said meanwhile is worked out
here, from the table, the public history and the action: never from a view, and never from what the
bot says. Everybody at the table could work it out alike, so it tells nobody anything.
"""

from collections.abc import Sequence

from tamaya.bots.api import Explanation
from tamaya.bots.inference.knowledge import hidden, narrowed, needs
from tamaya.bots.tiles import public_take_reason
from tamaya.rules import (
    Action,
    CardId,
    ClueKnowledge,
    Discard,
    Event,
    Face,
    Play,
    Seat,
    Table,
    Take,
    knowledge_from_clues,
    possible_faces,
)
from tamaya.rules.events import Clued


def public_reason(table: Table, history: Sequence[Event], action: Action) -> Explanation | None:
    """What everybody can tell about the action of the seat to move; nothing about a clue."""
    match action:
        case Play(card):
            return _why_played(table, history, card)
        case Discard(card):
            return _why_discarded(table, history, card)
        case Take():
            return public_take_reason(table, action)
        case _:
            return None  # a reason for a clue would be another clue


def _why_played(table: Table, history: Sequence[Event], card: CardId) -> Explanation | None:
    fitting = needs(table).fitting
    possible = _possible(table, knowledge_from_clues(table, history), card)
    if possible <= fitting:
        return Explanation("knows-it-fits", {"card": card})
    giver = _last_giver(history, card)
    if giver is not None:
        return Explanation("pointed-at", {"card": card, "by": giver})
    if possible & fitting and _costs_nothing(table):
        return Explanation("nothing-to-lose", {"card": card})
    return None


def _why_discarded(table: Table, history: Sequence[Event], card: CardId) -> Explanation | None:
    said = knowledge_from_clues(table, history)
    if not _possible(table, said, card) & needs(table).useful:
        return Explanation("useless", {"card": card})
    untold = (own for own in table.hands[table.to_move] if not said[own].yes)
    return Explanation("never-told", {"card": card}) if card == next(untold, None) else None


def _possible(table: Table, said: dict[CardId, ClueKnowledge], card: CardId) -> frozenset[Face]:
    """The faces that a card can have by the clues and by the cards that lie face up."""
    hand = {own: possible_faces(table.options, said[own]) for own in table.hands[table.to_move]}
    return narrowed(hand, hidden(table))[card]


def _last_giver(history: Sequence[Event], card: CardId) -> Seat | None:
    """Whose clue pointed at a card last."""
    clues = (event for event in reversed(history) if isinstance(event, Clued))
    return next((clue.seat for clue in clues if card in clue.cards), None)


def _costs_nothing(table: Table) -> bool:
    """Whether a mistake would cost nothing: on a last turn, unless it ends the game."""
    last_turn = table.turns_after is not None and table.turns_after < table.options.players
    return last_turn and table.mistakes + 1 < table.options.mistakes
