"""A table as a few lines of plain text, to watch an agent play."""

from collections.abc import Sequence

from tamaya.rules import (
    CardId,
    ClueKnowledge,
    Options,
    State,
    Table,
    View,
    knowledge_from_clues,
    possible_suits,
    possible_values,
    score,
    view,
)
from tamaya.text.labels import face_text

LABEL, CELL = 11, 12  # columns
BACK, NOTHING = "??", "-"


def visible_view(state: State) -> View:
    """The view of the seat to move; once the game is over, a view with all hands open."""
    table = state.table
    if table.outcome is None:
        return view(state, table.to_move)
    faces = {card: state.faces[card] for hand in table.hands for card in hand}
    return View(table, table.to_move, faces, state.history)


def table_text(shown: View, names: Sequence[str]) -> str:
    """The state of the table, and every hand with what clues say about its cards."""
    table = shown.table
    pile = " ".join(face_text(table.options, face) for face in sorted(table.discard_pile))
    lines = [
        _status(table, names[table.to_move]),
        _line("fireworks", [_top(table, suit) for suit in range(len(table.fireworks))], 4),
        _line("discarded", [pile or NOTHING]),
    ]
    knowledge = knowledge_from_clues(table, shown.history)
    for name, hand in zip(names, table.hands, strict=True):
        lines.append(_line(name, [_card(shown, card) for card in hand]))
        lines.append(_line("  told", [_clues(table.options, knowledge[card]) for card in hand]))
    return "\n".join(lines)


def _status(table: Table, mover: str) -> str:
    options, outcome = table.options, table.outcome
    parts = [
        f"{mover} to move" if outcome is None else f"{outcome.result} ({outcome.reason})",
        f"score {score(table)}",
        f"clue tokens {table.clue_tokens}/{options.clue_tokens}",
        f"mistakes {table.mistakes}/{options.mistakes}",
        f"deck {table.deck_left}",
    ]
    if options.tiles:
        parts.append(f"tiles {table.tiles_left}")
    if table.tile is not None:
        parts.append(f"tile {table.tile.value} waits for a choice")
    return " | ".join(parts)


def _line(label: str, cells: Sequence[str], width: int = CELL) -> str:
    return (label.ljust(LABEL) + "".join(cell.ljust(width) for cell in cells)).rstrip()


def _top(table: Table, index: int) -> str:
    """The highest card of a firework."""
    suit, height = table.options.suits[index], table.fireworks[index]
    return f"{suit.letter}{suit.order[height - 1] if height else NOTHING}"


def _card(shown: View, card: CardId) -> str:
    face = shown.faces.get(card)
    return BACK if face is None else face_text(shown.table.options, face)


def _clues(options: Options, knowledge: ClueKnowledge) -> str:
    """The suits and values that a card can have, where clues exclude some."""
    suits, values = possible_suits(options, knowledge), possible_values(options, knowledge)
    letters = "".join(options.suits[suit].letter for suit in suits)
    digits = "".join(map(str, values))
    return (
        " ".join(
            kinds
            for kinds, every in ((letters, len(options.suits)), (digits, options.values))
            if len(kinds) < every
        )
        or NOTHING
    )
