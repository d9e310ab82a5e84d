"""The table as a few lines of plain text, for whoever watches an agent."""

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
    """What the seat to move may see; everything once the game is over."""
    table = state.table
    if table.outcome is None:
        return view(state, table.to_move)
    faces = {card: state.faces[card] for hand in table.hands for card in hand}
    return View(table, table.to_move, faces, state.history)


def table_text(seen: View, names: Sequence[str]) -> str:
    """How the table stands, and every hand with what clues have said about its cards."""
    table = seen.table
    pile = " ".join(face_text(table.options, face) for face in sorted(table.discard_pile))
    lines = [
        _status(table, names[table.to_move]),
        _line("fireworks", [_top(table, suit) for suit in range(len(table.fireworks))], 4),
        _line("discarded", [pile or NOTHING]),
    ]
    said = knowledge_from_clues(table, seen.history)
    for name, hand in zip(names, table.hands, strict=True):
        lines.append(_line(name, [_card(seen, card) for card in hand]))
        lines.append(_line("  told", [_clues(table.options, said[card]) for card in hand]))
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
    """A firework: its highest card."""
    suit, height = table.options.suits[index], table.fireworks[index]
    return f"{suit.letter}{suit.order[height - 1] if height else NOTHING}"


def _card(seen: View, card: CardId) -> str:
    face = seen.faces.get(card)
    return BACK if face is None else face_text(seen.table.options, face)


def _clues(options: Options, said: ClueKnowledge) -> str:
    """The suits and the values that a card may have, where clues have ruled some out."""
    suits, values = possible_suits(options, said), possible_values(options, said)
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
