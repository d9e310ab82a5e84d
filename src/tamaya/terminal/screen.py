"""The table as lines of text. It is drawn from a view, so that no hidden card can be shown."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from tamaya.rules import (
    CardId,
    ClueKnowledge,
    Face,
    Options,
    Seat,
    Suit,
    Table,
    Tile,
    View,
    dead_fireworks,
    knowledge_from_clues,
)
from tamaya.terminal.clue_text import NOTHING, knowledge_text
from tamaya.terminal.console import SUIT_STYLES
from tamaya.terminal.phrases import People
from tamaya.text.labels import SEAT_LETTERS, face_text

WIDTH = 80
LABEL = 12  # columns for the names on the left
BACK = "??"
TILE_QUESTIONS = {
    Tile.TOKEN: "",
    Tile.FORGIVE: "",
    Tile.COLOUR_CLUE: "Give a colour clue, such as B:r.",
    Tile.VALUE_CLUE: "Give a value clue, such as B:3.",
    Tile.SHUFFLE_BACK: "Choose a card to shuffle back into the deck, such as t:r4.",
    Tile.PLACE: "Choose a card that fits its firework, such as t:r4.",
}


def screen_lines(view: View, people: People) -> list[Text]:
    """The whole table: its state, and every hand with what clues say about its cards."""
    lines = [status_line(view.table)]
    lines += firework_lines(view.table)
    lines += discard_lines(view.table)
    lines.append(Text())
    lines += _hand_lines(view, people)
    return lines


def status_line(table: Table) -> Text:
    """Turn or last round, clue tokens, mistakes, deck, tiles."""
    options = table.options
    parts = [
        _when(table),
        f"clue tokens {table.clue_tokens}/{options.clue_tokens}",
        f"mistakes {table.mistakes}/{options.mistakes}",
        f"deck {table.deck_left}",
    ]
    if options.tiles:
        parts.append(f"tiles {table.tiles_left}")
    return Text(" | ".join(parts), style="bold")


def _when(table: Table) -> str:
    """The number of the turn; in the last round, how many turns are left, this one included."""
    if table.turns_after is None:
        return f"Turn {table.turns + 1}"
    if table.turns_after == 0:
        return "LAST TURN"
    return f"LAST ROUND: {table.turns_after + 1} turns left"


def firework_lines(table: Table) -> list[Text]:
    """The fireworks: their names, and below each its highest card and its state."""
    names, tops = Text("fireworks".ljust(LABEL)), Text(" " * LABEL)
    for index, suit in enumerate(table.options.suits):
        name = f"{suit.letter} {suit.name}"
        width = max(len(name), 6) + 2
        style = SUIT_STYLES.get(suit.name, "")
        _append_cell(names, Text(name, style), width)
        _append_cell(tops, Text(firework_top(table, index), style), width)
    names.rstrip()
    tops.rstrip()
    return [names, tops]


def _append_cell(line: Text, cell: Text, width: int) -> None:
    line.append(cell).append(" " * (width - cell.cell_len))


def firework_top(table: Table, index: int) -> str:
    """`3`, `5 done`, `2 dead`; `4 down` for one that is built downwards; `-` for none yet."""
    suit, height = table.options.suits[index], table.fireworks[index]
    top = str(suit.order[height - 1]) if height else NOTHING
    if height == table.options.values:
        return f"{top} done"
    if index in dead_fireworks(table):
        return f"{top} dead"
    return f"{top} down" if _downwards(suit) else top


def _downwards(suit: Suit) -> bool:
    return suit.order[0] > suit.order[-1]


def discard_lines(table: Table) -> list[Text]:
    """The discard pile, suit by suit."""
    units = []
    for index, suit in enumerate(table.options.suits):
        values = sorted(face.value for face in table.discard_pile if face.suit == index)
        if values:
            cards = " ".join(f"{suit.letter}{value}" for value in values)
            units.append(Text(cards, SUIT_STYLES.get(suit.name, "")))
    return _wrapped("discarded", units or [Text("nothing yet", "dim")])


def _wrapped(label: str, units: Iterable[Text]) -> list[Text]:
    """Units one after the other, wrapped to the width of the screen."""
    lines = [Text(label.ljust(LABEL))]
    for unit in units:
        if len(lines[-1]) > LABEL and len(lines[-1]) + len(unit) > WIDTH:
            lines.append(Text(" " * LABEL))
        lines[-1].append(unit).append("   ")
    for line in lines:
        line.rstrip()
    return lines


def _hand_lines(view: View, people: People) -> list[Text]:
    """All hands in the order of play, the viewer's own last."""
    options, knowledge = view.table.options, knowledge_from_clues(view.table, view.history)
    width = (WIDTH - LABEL) // max(options.hand_size, 4)
    places = [Text(str(place), "dim") for place in range(1, options.hand_size + 1)]
    lines = [_cells(Text(), places, width)]
    for offset in range(1, options.players + 1):
        seat = Seat((view.seat + offset) % options.players)
        hand = view.table.hands[seat]
        faces = [_face(options, view.faces.get(card)) for card in hand]
        lines.append(_cells(_label(people, seat), faces, width))
        lines.append(_cells(_clue_label(view, seat), _clue_cells(options, hand, knowledge), width))
    return lines


def _label(people: People, seat: Seat) -> Text:
    return Text(f"{SEAT_LETTERS[seat]} {people.subject(seat)[: LABEL - 3]}", "bold")


def _clue_label(view: View, seat: Seat) -> Text:
    return Text("  told" if view.table.hands[seat] else "  no cards", "dim")


def _clue_cells(
    options: Options, hand: Sequence[CardId], knowledge: dict[CardId, ClueKnowledge]
) -> list[Text]:
    return [Text(knowledge_text(options, knowledge[card])) for card in hand]


def _face(options: Options, face: Face | None) -> Text:
    if face is None:
        return Text(BACK, "dim")
    return Text(face_text(options, face), SUIT_STYLES.get(options.suits[face.suit].name, ""))


def _cells(label: Text, cells: Sequence[Text], width: int) -> Text:
    """A label and one cell per card, in columns."""
    line = Text()
    _append_cell(line, label, LABEL)
    for cell in cells:
        _append_cell(line, cell, width)
    line.rstrip()
    return line


def tile_question(table: Table) -> str:
    """What the revealed bonus tile asks for; empty if no tile waits for a choice."""
    if table.tile is None:
        return ""
    question = TILE_QUESTIONS[table.tile]
    if table.tile is Tile.SHUFFLE_BACK and table.deck_left == 0:
        question = "The deck is empty: choose a card that fits (t:r4), or leave the tile (f)."
    return question
