"""Golden files: counts of action sequences in small games, and whole games move by move.

`python tools/golden.py` writes them anew; the diff then shows what changed in the rules.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from support.drivers import DRIVERS, Item, Met, chance, run
from support.option_sets import downwards
from tamaya.deals import seeded
from tamaya.formats.notation import action_text, parse_face
from tamaya.rules import (
    Colour,
    ColourClue,
    Deal,
    Event,
    Face,
    Options,
    State,
    Suit,
    Table,
    ValueClue,
    apply,
    band,
    dead_fireworks,
    legal_actions,
    max_score,
    mention,
    parse_options,
    points_on_table,
    reachable,
    result,
    score,
    start,
    view,
)
from tamaya.rules.options import TILES
from tamaya.rules.suits import plain, wild
from tamaya.text.labels import SEAT_LETTERS, face_text

FOLDER = Path(__file__).parents[1] / "golden"
RECORDED = ("hle.json",)  # from another program, by tools/hle_golden.py
HOW = "run `python tools/golden.py`, and look closely at the diff before you keep it"


def everything() -> dict[str, str]:
    """Every golden file, by its path in the folder."""
    files = {"perft.json": perft_text()}
    return files | {f"playthroughs/{p.name}.txt": playthrough(p) for p in PLAYTHROUGHS}


# perft: how many action sequences there are, by length


@dataclass(frozen=True, slots=True)
class Perft:
    """A small game, and how deep to look into it."""

    name: str
    options: Options
    cards: str  # from the top
    depth: int
    tiles: str = ""  # from the top
    place: int = 0

    @property
    def deal(self) -> Deal:
        """Its one deal."""
        cards = tuple(parse_face(self.options, card) for card in self.cards.split())
        first = tuple(int(tile) for tile in self.tiles)
        tiles = (*first, *(tile for tile in TILES if tile not in first))
        return Deal(cards, tiles if self.options.tiles else (), self.place)


R, Y = plain(Colour.RED, (2, 1, 1)), plain(Colour.YELLOW, (2, 1, 1))
R2, Y2 = plain(Colour.RED, (2, 2)), plain(Colour.YELLOW, (2, 2))
OWN, WILD = plain(Colour.MULTICOLOUR, (1, 1, 1)), wild((Colour.RED, Colour.YELLOW), (1, 1, 1))
BLACK = downwards((1, 1, 2))
RY = "r1 y1 r2 y2 r3 y3 r1 y1"
RY2 = "r1 r2 r1 y2 r2 y1 y2 y1"  # seat 0 can complete red at once


def small_game(*suits: Suit, players: int = 2, **switches: bool) -> Options:
    """Two players with two cards each and two tokens, unless said otherwise."""
    numbers = {"clue_tokens": 2, "hand": 2, "mistakes": 2}
    return Options(players, suits, **numbers, **switches)  # type: ignore[arg-type]


def _tile_games() -> Iterator[Perft]:
    for tile in TILES:
        yield Perft(f"tile-{tile}", small_game(R2, Y2, tiles=True), RY2, 5, str(tile), 1 << 31)
    red, green = plain(Colour.RED, (1, 1)), plain(Colour.GREEN, (1, 1))
    yellow = plain(Colour.YELLOW, (1, 2))
    chain = small_game(red, yellow, green, tiles=True, empty_clues=False)
    yield Perft("tile-6-chain", chain, "r1 y1 y2 r2 y2 g1 g2", 6, "63")
    no_deck = small_game(red, yellow, tiles=True, bouquet=True)
    yield Perft("tile-5-no-deck", no_deck, "r1 y1 y2 r2 y2", 6, "5")


PERFTS = (
    Perft("plain", small_game(R, Y), RY, 5),
    Perft("own", small_game(R, OWN), "r1 m1 r2 m2 r1 m3 r3", 5),
    Perft("wild", small_game(R, Y, WILD), "r1 m1 y1 m2 r2 y2 m3 r1 y1 r3 y3", 5),
    Perft("black", small_game(R, BLACK), "r1 k3 r2 k2 k1 r3 k3 r1", 5),
    *_tile_games(),
    Perft("announce", small_game(R, Y, announce=True), RY, 4),
    Perft("bouquet", small_game(R, Y, bouquet=True), RY, 5),
    Perft("bouquet-few-cards", small_game(R2, bouquet=True), "r1 r1 r2 r2", 8),
    Perft("noempty", small_game(R, Y, empty_clues=False), RY, 6),
    Perft("mistakes-1", Options(2, (R, Y), mistakes=1, clue_tokens=2, hand=2), RY, 5),
    Perft("clues-4", Options(2, (R, Y), clue_tokens=4, hand=2), RY, 5),
    Perft("no-tokens", Options(2, (R, Y), clue_tokens=0, hand=2), RY, 10),
    Perft("three-players", small_game(R, Y, players=3), RY, 4),
    Perft("five-players", Options(5, (R, Y), clue_tokens=1, hand=1, mistakes=1), RY, 5),
    Perft(
        "all-together",
        small_game(
            R2,
            wild((Colour.RED,), (1, 1)),
            downwards((1, 2)),
            tiles=True,
            announce=True,
            bouquet=True,
            empty_clues=False,
        ),
        "r1 r2 m1 k2 m2 k1 r1 k2 r2",
        4,
        "5",
    ),
)


def perft(state: State, depth: int, ends: Counter[str], met: Met) -> list[int]:
    """Action sequences of each length up to depth; games that end on the way are counted too."""
    nodes = [0] * depth
    legal = legal_actions(view(state, state.table.to_move))
    nodes[0] = len(legal)
    for action in legal:
        after, events = apply(state, action)
        met.fold(state.table, events)
        if after.table.outcome is not None:
            ends[f"{after.table.outcome.reason} {score(after.table)}"] += 1
        elif depth > 1:
            for length, count in enumerate(perft(after, depth - 1, ends, met), start=1):
                nodes[length] += count
    return nodes


def perft_entry(case: Perft) -> dict[str, object]:
    """All that another engine needs to count the same, and the counts."""
    chosen, ends, met = case.options, Counter[str](), Met()
    nodes = perft(start(chosen, case.deal), case.depth, ends, met)
    switches = ("tiles", "announce", "bouquet", "empty_clues")
    numbers = ("players", "hand_size", "clue_tokens", "mistakes")
    return {
        **{name: getattr(chosen, name) for name in (*numbers, *switches)},
        "suits": [
            {
                "name": suit.name,
                "touched_by": [colour.value for colour in Colour if colour in suit.touched_by],
                "copies": list(suit.copies),
                "order": list(suit.order),
                "missing_costs": suit.missing_costs,
            }
            for suit in chosen.suits
        ],
        "cards": case.cards,
        "tile_order": list(case.deal.tiles),
        "place": case.place,
        "sequences": nodes,
        "ends": dict(sorted(ends.items())),
        "met": {item.value: met.counts[item] for item in Item if met.counts[item]},
    }


def perft_text() -> str:
    """The counts of all small games."""
    games = {case.name: perft_entry(case) for case in PERFTS}
    rows = (f'  "{name}": {json.dumps(entry)}' for name, entry in games.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


# playthroughs: whole games, move by move


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game that is the same on every machine."""

    variant: str
    players: int
    driver: str
    seed: int

    @property
    def name(self) -> str:
        """The file's name."""
        words = self.variant.replace(":", "-").replace("=", "")
        return f"{words}-{self.players}-{self.driver}"


PLAYTHROUGHS = (
    Playthrough("standard", 2, "uniform", 1),
    Playthrough("standard", 5, "lucky", 2),
    Playthrough("fr:avalanche", 4, "lucky", 3),
    Playthrough("fr:black-powder", 3, "lucky", 4),
    Playthrough("fr:flamboyants", 2, "lucky", 5),
    Playthrough("pl:flamboyants-black", 3, "late", 6),
    Playthrough("fr:all", 5, "lucky", 7),
    Playthrough("sv:cascade", 3, "lucky", 8),
    Playthrough("sv:announce", 2, "lucky", 9),
    Playthrough("cs:bouquet", 4, "late", 10),
    Playthrough("cs:cascade2", 2, "late", 11),
    Playthrough("es:farbrausch", 5, "late", 12),
    Playthrough("es:one-mistake", 3, "uniform", 13),
    Playthrough("own5+black+tiles+announce+bouquet", 4, "lucky", 14),
    Playthrough("wild5+tiles+noempty+clues=12", 2, "lucky", 15),
)


def playthrough(game: Playthrough) -> str:
    """One game as text: its deal, every action with what everybody saw, how it ended."""
    chosen = parse_options(game.variant, game.players)
    deal, rng = seeded(chosen, game.seed), chance(f"{game.name} {game.seed}")
    lines = [
        f"variant {game.variant}, {game.players} players, {game.driver} driver, seed {game.seed}",
        f"cards {' '.join(face_text(chosen, face) for face in deal.cards)}",
        f"tiles {' '.join(map(str, deal.tiles)) or '-'}, place {deal.place}",
    ]
    table = start(chosen, deal).table
    for before, action, after, events in run(start(chosen, deal), DRIVERS[game.driver], rng):
        table = after.table
        seat, text = SEAT_LETTERS[before.table.to_move], action_text(before.table, action)
        lines += ["", f"{seat} {text}", *(f"  {event_text(chosen, event)}" for event in events)]
        lines.append(f"  = {table_text(table)}")
    return "\n".join([*lines, "", *ending(table), ""])


def event_text(chosen: Options, event: Event) -> str:
    """An event with its fields, cards and clues in the short notation."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    told = (f"{name}={_value_text(chosen, name, value)}" for name, value in values.items())
    return " ".join([type(event).__name__, *told])


def _value_text(chosen: Options, name: str, value: object) -> str:
    match value:
        case Face():
            return face_text(chosen, value)
        case ColourClue(to, colour):
            return f"{SEAT_LETTERS[to]}:{chosen.colours[colour].value}"
        case ValueClue(to, number):
            return f"{SEAT_LETTERS[to]}:{number}"
        case tuple():
            return ",".join(map(str, value)) or "-"
        case int() if name in ("seat", "to"):
            return SEAT_LETTERS[value]
        case _:
            return str(value).replace(" ", "")


def table_text(table: Table) -> str:
    """The numbers on the table."""
    placed = "".join(
        f"{suit.letter}{height}"
        for suit, height in zip(table.options.suits, table.fireworks, strict=True)
    )
    return (
        f"{placed} tokens={table.clue_tokens} mistakes={table.mistakes} deck={table.deck_left}"
        f" tiles={table.tiles_left} pile={len(table.discard_pile)}"
        f" points={points_on_table(table)} reachable={reachable(table)}"
    )


def ending(table: Table) -> Iterator[str]:
    """How the game ended."""
    assert table.outcome is not None
    yield f"result {result(table)}, reason {table.outcome.reason}, turns {table.turns}"
    yield f"score {score(table)} of {max_score(table.options)}, band {band(table)}"
    yield f"mention {mention(table)}, dead fireworks {list(dead_fireworks(table))}"
