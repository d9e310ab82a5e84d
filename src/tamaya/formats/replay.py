"""Tamaya's replay file: one JSON object for a game. Its keys are a public interface."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import lru_cache
from typing import get_args

from tamaya.formats.errors import CannotConvert, FormatError
from tamaya.formats.fields import check_cards, read_names, read_notes
from tamaya.formats.game import Game, KnownDeal, TakenBack, initial_state
from tamaya.formats.notation import parse_action, parse_face, transcript
from tamaya.formats.strict_json import (
    parse_json,
    require_bool,
    require_int,
    require_key,
    require_list,
    require_object,
    require_text,
    unknown_keys,
)
from tamaya.rules import (
    Action,
    Deal,
    Face,
    IllegalAction,
    Options,
    OptionsError,
    Seat,
    apply,
    format_options,
    parse_options,
)
from tamaya.rules.state import PLACES
from tamaya.text.escape import quoted
from tamaya.text.labels import face_text

FORMAT = "tamaya-replay"
OPTIONAL = ("first", "tiles", "stopped", "notes", "taken_back", "take_backs", "known_deal")
VERSION = 1
KEYS = (
    "format",
    "version",
    "variant",
    "players",
    "first",
    "deck",
    "tiles",
    "place",
    "actions",
    "stopped",
    "notes",
    "taken_back",
    "take_backs",
    "known_deal",
)
PLACE_KEYS = ("after", "times", "moves")  # of each place in "take_backs"
MAX_TAKEN_BACK = 1_000_000  # in a file
TAKEN_BACK = range(1, MAX_TAKEN_BACK + 1)
KNOWN_DEALS: Mapping[str, KnownDeal] = {known: known for known in get_args(KnownDeal)}


def encode(game: Game) -> str:
    """A game as one line of text; the same game always gives the same line."""
    return json.dumps(to_json(game))


def decode(text: str) -> Game:
    """Read a game from text, replaying it to make sure that every action is legal."""
    return from_json(require_object(parse_json(text)))


def to_json(game: Game) -> dict[str, object]:
    """A game as a JSON object."""
    rules, deal = game.options, game.deal
    actions = transcript(game)  # refuses a game that cannot be replayed
    document: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "variant": variant_text(rules),
        "players": list(read_names(list(game.names))),
        "first": game.first,
        "deck": " ".join(face_text(rules, face) for face in deal.cards),
        "tiles": list(deal.tiles),
        "place": deal.place,
        "actions": " ".join(actions),
        "stopped": game.stopped,
        "notes": read_notes([list(row) for row in game.notes], rules),
        "taken_back": game.taken_back,
        "take_backs": [asdict(place) for place in game.take_backs],
        "known_deal": game.known_deal,
    }
    left_out = {key for key in OPTIONAL if not document[key]}
    left_out |= set() if rules.tiles else {"place"}
    return {key: value for key, value in document.items() if key not in left_out}


def from_json(document: dict[str, object]) -> Game:
    """Read a game from a JSON object."""
    _check_keys(document)
    names = read_names(require_key(document, "players"))
    rules = _options(require_key(document, "variant"), len(names))
    game = Game(
        rules,
        _deal(document, rules),
        names,
        first=Seat(require_int(document.get("first", 0), "first", range(len(names)))),
        stopped=require_bool(document.get("stopped", False), "stopped"),
        notes=read_notes(document.get("notes", []), rules),
        taken_back=require_int(
            document.get("taken_back", 0), "taken_back", range(MAX_TAKEN_BACK + 1)
        ),
        known_deal=_known_deal(document),
    )
    actions = _replayed(game, require_text(require_key(document, "actions"), "actions"))
    places = _take_backs(document, len(actions), game.taken_back)
    return replace(game, actions=actions, take_backs=places)


@lru_cache(maxsize=256)
def variant_text(rules: Options) -> str:
    """The notation of an option set; an error if the notation cannot express it."""
    try:
        return format_options(rules)
    except OptionsError as error:
        raise CannotConvert(str(error), "variant") from error


def _check_keys(document: dict[str, object]) -> None:
    name = require_text(require_key(document, "format"), "format")
    if name != FORMAT:
        raise FormatError(f"must be '{FORMAT}', not {quoted(name)}", "format")
    version = require_int(require_key(document, "version"), "version", range(1, 1_000_000))
    if version > VERSION:
        raise FormatError(f"version {version} is newer than this program", "version")
    if unknown := unknown_keys(document, KEYS):
        raise FormatError(f"unknown key {unknown[0]}")


def _take_backs(
    document: dict[str, object], actions: int, taken_back: int
) -> tuple[TakenBack, ...]:
    """Where moves were taken back; empty in older files, which do not say."""
    if "take_backs" not in document:
        return ()
    found = tuple(
        _place(place, f"take_backs[{number}]", actions)
        for number, place in enumerate(require_list(document["take_backs"], "take_backs"))
    )
    places = [place.after for place in found]
    if places != sorted(set(places)):
        raise FormatError("each place is named once, in order", "take_backs")
    if sum(place.times for place in found) != taken_back:
        raise FormatError(f"must be {taken_back} times in all, as taken_back says", "take_backs")
    return found


def _place(value: object, where: str, actions: int) -> TakenBack:
    place = require_object(value, where)
    if unknown := unknown_keys(place, PLACE_KEYS):
        raise FormatError(f"unknown key {unknown[0]}", where)

    def number(key: str, allowed: range) -> int:
        return require_int(require_key(place, key, where), f"{where}: {key}", allowed)

    after, times = number("after", range(actions + 1)), number("times", TAKEN_BACK)
    moves = number("moves", TAKEN_BACK)
    if moves < times:
        raise FormatError("each time at least one move is taken back", where)
    return TakenBack(after, times, moves)


def _known_deal(document: dict[str, object]) -> KnownDeal | None:
    if "known_deal" not in document:
        return None
    name = require_text(document["known_deal"], "known_deal")
    if name not in KNOWN_DEALS:
        raise FormatError(f"must be one of {', '.join(KNOWN_DEALS)}", "known_deal")
    return KNOWN_DEALS[name]


def _options(value: object, players: int) -> Options:
    try:
        return parse_options(require_text(value, "variant"), players)
    except OptionsError as error:
        raise FormatError(str(error), "variant") from error


def _deal(document: dict[str, object], rules: Options) -> Deal:
    words = require_text(require_key(document, "deck"), "deck").split()
    cards = tuple(_card(rules, word, number) for number, word in enumerate(words))
    check_cards(rules, cards)
    if rules.tiles:
        place = require_int(require_key(document, "place"), "place", range(PLACES))
        return Deal(cards, _tiles(require_key(document, "tiles")), place)
    for key in ("tiles", "place"):
        if key in document:
            raise FormatError("this variant is played without tiles", key)
    return Deal(cards)


def _card(rules: Options, word: str, number: int) -> Face:
    try:
        return parse_face(rules, word)
    except FormatError as error:
        raise error.inside(f"deck[{number}]") from error


def _tiles(value: object) -> tuple[int, ...]:
    tiles = require_list(value, "tiles")
    numbers = tuple(require_int(t, f"tiles[{n}]", range(1, 7)) for n, t in enumerate(tiles))
    if sorted(numbers) != [1, 2, 3, 4, 5, 6]:
        raise FormatError("the tiles are 1 to 6, each once", "tiles")
    return numbers


def _replayed(game: Game, text: str) -> tuple[Action, ...]:
    """Read the actions, each in the position in which it was taken."""
    state, actions = initial_state(game), []
    for number, word in enumerate(text.split()):
        try:
            action = parse_action(state.table, word)
            state, _ = apply(state, action)
        except (FormatError, IllegalAction) as error:
            raise FormatError(str(error), f"actions[{number}]") from error
        actions.append(action)
    if game.stopped and state.table.outcome is not None:
        raise FormatError("the game was over already", "stopped")
    return tuple(actions)
