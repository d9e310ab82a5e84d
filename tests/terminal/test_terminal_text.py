"""The words of the command line: what happened, what was told, verdicts, and safe text."""

import pytest

from tamaya import deals
from tamaya.formats.notation import parse_action, parse_face
from tamaya.rules import (
    CardId,
    ClueKnowledge,
    ColourClue,
    EndReason,
    Event,
    Face,
    Outcome,
    Result,
    Seat,
    Table,
    Tile,
    ValueClue,
    parse_options,
    start,
)
from tamaya.rules.events import (
    Clued,
    Discarded,
    Drew,
    MistakeForgiven,
    PlacedFromPile,
    Played,
    ShuffledBack,
    TileGone,
    TileRevealed,
    TokenBack,
    TokenSource,
)
from tamaya.terminal.clue_text import NOTHING, knowledge_text
from tamaya.terminal.phrases import People
from tamaya.terminal.screen import discard_lines, firework_lines, status_line, tile_question
from tamaya.terminal.sentences import describe_events
from tamaya.terminal.verdicts import BANDS, LOST, WHY, standing, verdict_lines
from tamaya.text.escape import escape_controls, one_line

A, B = Seat(0), Seat(1)
R3 = Face(0, 3)
PEOPLE = People(("Ada", "Bo"), you=None)
YOU = People(("Ada", "Bo"), you=A)


def table(variant: str = "base", players: int = 2) -> Table:
    chosen = parse_options(variant, players)
    return start(chosen, deals.seeded(chosen, 1)).table


def green(*cards: int) -> Clued:
    return Clued(A, ColourClue(B, 2), tuple(CardId(card) for card in cards))


STORIES: tuple[tuple[Event, str], ...] = (
    (green(6, 8), "Ada tells Bo: two green cards (2, 4)."),
    (green(5), "Ada tells Bo: one green card (1)."),
    (green(), "Ada tells Bo: no green card."),
    (Clued(B, ValueClue(A, 3), (CardId(0), CardId(4))), "Bo tells Ada: two 3s (1, 5)."),
    (Clued(B, ValueClue(A, 3), (CardId(0),)), "Bo tells Ada: one 3 (1)."),
    (Discarded(A, CardId(1), R3), "Ada discards card 2, the red 3: a clue token back."),
    (Played(A, CardId(1), R3, True), "Ada plays card 2, the red 3: it lights up."),
    (
        Played(A, CardId(1), R3, False),
        "Ada plays card 2, the red 3: it does not fit. Mistake 1 of 3.",
    ),
    (Played(A, CardId(1), R3, True, 0), "Ada plays card 2, the red 3, as red: it lights up."),
    (
        Played(A, CardId(1), R3, False, 1),
        "Ada plays card 2, the red 3, as yellow: the wrong colour. Mistake 1 of 3.",
    ),
    (TokenBack(TokenSource.ANNOUNCED, True), "One clue token back."),
    (TokenBack(TokenSource.ANNOUNCED, False), "All clue tokens are there already."),
    (TokenBack(TokenSource.COMPLETED, True), "The firework is complete. One clue token back."),
    (TokenBack(TokenSource.TILE, True), ""),
    (TokenBack(TokenSource.TILE, False), "All clue tokens are there already."),
    (TileRevealed(Tile.COLOUR_CLUE), "Bonus tile 3: a free colour clue."),
    (TileGone(Tile.PLACE, True), ""),
    (TileGone(Tile.SHUFFLE_BACK, False), "Bonus tile 5 is left unused."),
    (TileRevealed(Tile.FORGIVE), "Bonus tile 2: no mistake to forgive, and a clue token back."),
    (TileRevealed(Tile.SHUFFLE_BACK), "Bonus tile 5: a card of the discard pile for the deck."),
    (Drew(A, CardId(10)), ""),
)


@pytest.mark.parametrize(("event", "words"), STORIES)
def test_what_happened_is_told_in_a_sentence(event: Event, words: str) -> None:
    assert describe_events(PEOPLE, table(), [event]) == words


def test_tiles_are_told_as_they_are() -> None:
    lost: list[Event] = [TileRevealed(Tile.PLACE), TileGone(Tile.PLACE, False)]
    assert describe_events(PEOPLE, table(), lost) == (
        "Bonus tile 6: a card of the discard pile for its firework. "
        "There is nothing to choose: it is lost."
    )
    late = table()._replace(deck_left=0, mistakes=1)
    assert describe_events(PEOPLE, late, [TileRevealed(Tile.SHUFFLE_BACK)]) == (
        "Bonus tile 5: the deck is empty, so a card of the discard pile for its firework."
    )
    assert describe_events(PEOPLE, late, [TileRevealed(Tile.FORGIVE)]) == (
        "Bonus tile 2: a mistake forgiven and a clue token back."
    )


def test_a_person_is_spoken_to() -> None:
    assert describe_events(YOU, table(), [green(5)]) == "You tell Bo: one green card (1)."
    clue = Clued(B, ValueClue(A, 3), (CardId(0),))
    assert describe_events(YOU, table(), [clue]) == "Bo tells you: one 3 (1)."


def test_cards_that_come_back() -> None:
    pile = table("base+tiles")._replace(discard_pile=(R3,), mistakes=2)
    assert (
        describe_events(PEOPLE, pile, [ShuffledBack(R3)])
        == "The red 3 is shuffled back into the deck."
    )
    back = "The red 3 comes back and lights up its firework."
    assert describe_events(PEOPLE, pile, [PlacedFromPile(R3)]) == back
    assert describe_events(PEOPLE, pile, [MistakeForgiven()]) == "One mistake is forgiven: 1 of 3."


@pytest.mark.parametrize(
    ("variant", "words"),
    [("base", "Everybody has one more turn."), ("base+bouquet", "The game goes on")],
)
def test_the_last_card_is_mentioned(variant: str, words: str) -> None:
    last = table(variant)._replace(deck_left=1)
    assert words in describe_events(PEOPLE, last, [Drew(A, CardId(49))])


# variant, clues that pointed at the card, clues that passed it over, what the screen says
TOLD = (
    ("base", "", "", NOTHING),
    ("base", "g", "", "g"),
    ("base", "3", "", "3"),
    ("base", "g 3", "", "g3"),
    ("base", "", "r", "not r"),
    ("base", "", "r 1", "not r,1"),
    ("base", "", "r y 1 5", "not ry,1,5"),
    ("base", "", "1 5", "not 1,5"),
    ("base", "3", "r y", "3 not ry"),
    ("base", "g", "1 2", "g not 1,2"),
    ("base", "", "r y g", "w/b"),
    ("base", "", "r y g w", "b"),
    ("base", "3", "1 2", "3"),
    ("wild10", "r", "", "r/m"),
    ("wild10", "r 3", "", "r/m 3"),
    ("wild10", "r", "b", "r"),
    ("wild10", "r b", "", "m"),
    ("wild10", "", "r", "not rm"),
    ("own5", "m", "", "m"),
    ("black", "", "r y g w b", "k"),
    ("wild10+black", "", "r y g w 1 2", "b/k not 1,2"),
    ("wild10+black", "1", "r y g", "1 not rygm"),
)


@pytest.mark.parametrize(("variant", "yes", "no", "words"), TOLD)
def test_what_was_told_is_summed_up(variant: str, yes: str, no: str, words: str) -> None:
    here = table(variant)
    clues = [[parse_action(here, f"B:{word}") for word in part.split()] for part in (yes, no)]
    pointed, passed = (
        tuple(c for c in part if isinstance(c, ColourClue | ValueClue)) for part in clues
    )
    assert knowledge_text(here.options, ClueKnowledge(pointed, passed)) == words
    assert len(words) < 13  # five cards side by side


def test_fireworks_show_their_top_and_how_they_fare() -> None:
    here = table("wild10+black")
    dead = (parse_face(here.options, "b2"),) * 2
    here = here._replace(fireworks=(0, 2, 5, 0, 1, 0, 2), discard_pile=dead)
    names, tops = (line.plain for line in firework_lines(here))
    every = "fireworks r red y yellow g green w white b blue m multicolour k black"
    assert " ".join(names.split()) == every
    assert tops.split() == ["-", "2", "5", "done", "-", "1", "dead", "-", "4", "down"]
    assert max(len(names), len(tops)) <= 80


def test_the_discard_pile_is_sorted_and_wrapped() -> None:
    here = table("wild10+black")
    pile = tuple(here.options.deck)[::2]
    lines = [line.plain for line in discard_lines(here._replace(discard_pile=pile[::-1]))]
    assert " ".join(" ".join(lines).split()[1:4]) == "r1 r1 r2"
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80


def test_the_last_round_counts_down() -> None:
    here = table("base+tiles")._replace(deck_left=0, turns_after=2)
    assert status_line(here).plain.startswith("LAST ROUND: 3 turns left | clue tokens 8/8")
    assert status_line(here._replace(turns_after=0)).plain.startswith("LAST TURN | ")


def test_tile_five_on_an_empty_deck_asks_something_else() -> None:
    here = table("base+tiles")._replace(tile=Tile.SHUFFLE_BACK)
    assert "shuffle back" in tile_question(here)
    assert "leave the tile (f)" in tile_question(here._replace(deck_left=0))
    assert tile_question(table()) == ""


def ended(variant: str, fireworks: tuple[int, ...], result: Result, reason: EndReason) -> list[str]:
    return verdict_lines(
        table(variant)._replace(fireworks=fireworks, outcome=Outcome(result, reason))
    )


VERDICTS = (
    ((1, 0, 0, 0, 0), "0-5"),
    ((2, 2, 2, 0, 0), "6-10"),
    ((5, 3, 3, 0, 0), "11-15"),
    ((4, 3, 2, 5, 4), "16-20"),
    ((5, 5, 5, 5, 4), "21-24"),
    ((5, 5, 5, 5, 5, 4), "25-29"),
)


@pytest.mark.parametrize(("fireworks", "band"), VERDICTS)
def test_each_band_has_its_verdict(fireworks: tuple[int, ...], band: str) -> None:
    variant = "base" if len(fireworks) == 5 else "own10"
    lines = ended(variant, fireworks, Result.SCORED, EndReason.LAST_ROUND)
    most = 25 if variant == "base" else 30
    assert lines == ["The last round is over.", BANDS[band], f"Score: {sum(fireworks)} of {most}."]
    assert "!" not in " ".join(lines)


def test_triumph_and_defeat() -> None:
    won = ended("base", (5,) * 5, Result.WON, EndReason.ALL_COMPLETE)
    assert won[1] == BANDS["25"]
    assert "!" in won[1]
    assert ended("wild5", (5,) * 6, Result.WON, EndReason.ALL_COMPLETE)[1] == BANDS["30"]
    lost = ended("base", (4, 4, 4, 4, 4), Result.LOST, EndReason.LAST_MISTAKE)
    assert lost[1:] == [LOST, "Lost: score 0. The fireworks were worth 20 of 25."]
    bouquet = ended("base+bouquet", (5,) * 5, Result.WON, EndReason.ALL_COMPLETE)
    assert bouquet[-1] == "Score: 25 of 25."
    assert "!" in bouquet[1]


def test_black_powder_is_mentioned() -> None:
    lines = ended("black", (4, 3, 2, 5, 4, 3), Result.SCORED, EndReason.LAST_ROUND)
    assert lines[-1] == "Score: 16 of 25, with black powder."


def test_every_reason_has_words() -> None:
    assert set(WHY) == set(EndReason)
    assert standing(table()._replace(turns=1)).startswith("Not finished, after 1 turn.")


def test_text_of_others_is_made_safe() -> None:
    assert escape_controls("a\x1b[31mb\u202ec\x07") == "a\\x1b[31mb\\u202ec\\x07"
    assert escape_controls("Zoë 火") == "Zoë 火"
    assert one_line("two\nlines\r\x9b") == "two lines \\x9b"
    nasty = People(("\x1b]0;title\x07", "[bold]Bo"))
    assert "\x1b" not in describe_events(nasty, table(), [green(5)])
    assert "[bold]Bo" in describe_events(nasty, table(), [green(5)])
