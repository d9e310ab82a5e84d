"""hanab.live's replay file (JSON), read and written."""

import json

from tamaya.formats.errors import CannotConvert
from tamaya.formats.fields import Notes, read_names, read_notes
from tamaya.formats.game import Converted, Game
from tamaya.formats.hanablive.moves import apply_moves, moves_of
from tamaya.formats.hanablive.vocabulary import (
    HanabLiveMove,
    check_player_count,
    read_cards,
    suit_order,
    variant_named,
    variant_of,
)
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
from tamaya.rules import Deal, Options, Seat, parse_options

CUSTOM = "hasCustomSeed"  # the deal was chosen, not random
KEYS = ("players", "deck", "actions", "options", "notes", CUSTOM)
NOT_KEPT = ("id", "seed", "characters")
READ_OPTIONS = ("variant", "startingPlayer", "emptyClues", "allOrNothing")
REFUSED_OPTIONS = {
    "detrimentalCharacters": "detrimental characters",
    "oneExtraCard": "one extra card in each hand",
    "oneLessCard": "one less card in each hand",
}
IDLE_SWITCHES = ("timed", "speedrun", "cardCycle", "deckPlays")  # without effect on the moves
IDLE_OPTIONS = (*IDLE_SWITCHES, "timeBase", "timePerTurn")
START = "options.startingPlayer"
NO_VARIANT = "No Variant"
TAKEN_BACK = "not kept: how often moves were taken back"
NUMBERS = range(-1, 1000)  # more than any card, player or value


def decode(text: str) -> Converted[Game]:
    """Read a game from text; warnings name what is not kept."""
    return from_json(require_object(parse_json(text)))


def encode(game: Game) -> Converted[str]:
    """A game as one line of text; warnings name what the site will show differently."""
    document = to_json(game)
    return Converted(json.dumps(document.value, separators=(",", ":")), document.warnings)


def to_json(game: Game) -> Converted[dict[str, object]]:
    """A game as the site's JSON object."""
    chosen, moves = _chosen_options(game), moves_of(game)
    suits = suit_order(game.options).suits
    document: dict[str, object] = {
        "players": list(read_names(list(game.names))),
        "deck": [{"suitIndex": suits.index(s), "rank": value} for s, value in game.deal.cards],
        "actions": [_action(move) for move in moves.value],
    }
    if chosen:
        document["options"] = chosen
    if notes := read_notes([list(row) for row in game.notes], game.options):
        document["notes"] = notes
    if game.known_deal is not None:
        document[CUSTOM] = True
    lost = (TAKEN_BACK,) if game.taken_back else ()
    return Converted(document, (*moves.warnings, *lost))


def _chosen_options(game: Game) -> dict[str, object]:
    chosen = {
        "variant": variant_of(game.options).name,
        "startingPlayer": int(game.first),
        "emptyClues": game.options.empty_clues,
        "allOrNothing": game.options.bouquet,
    }
    return {key: value for key, value in chosen.items() if value not in (NO_VARIANT, 0, False)}


def _action(move: HanabLiveMove) -> dict[str, object]:
    action: dict[str, object] = {"type": move.kind, "target": move.target}
    return action if move.value is None else {**action, "value": move.value}


def from_json(document: dict[str, object]) -> Converted[Game]:
    """Read a game from the site's JSON object."""
    chosen = require_object(document.get("options", {}), "options")
    players = require_list(require_key(document, "players"), "players")
    rules = _rules(chosen, check_player_count(len(players), "players"))
    cards = require_list(require_key(document, "deck"), "deck")
    moves = require_list(require_key(document, "actions"), "actions")
    notes = _notes(document.get("notes"), rules)
    game = Game(
        rules,
        Deal(read_cards(rules, [_card(card, n) for n, card in enumerate(cards)])),
        read_names(players),
        first=Seat(require_int(chosen.get("startingPlayer", 0), START, range(len(players)))),
        notes=notes.value,
        known_deal="replayed" if require_bool(document.get(CUSTOM, False), CUSTOM) else None,
    )
    done = apply_moves(game, [_read_move(move, n) for n, move in enumerate(moves)])
    left = _left_behind(document, chosen, cards, moves)
    return Converted(done.value, (*done.warnings, *notes.warnings, *left))


def _rules(chosen: dict[str, object], players: int) -> Options:
    for key, what in REFUSED_OPTIONS.items():
        if _switch(chosen, key):
            raise CannotConvert(f"{what}: not played here", f"options.{key}")
    for key in IDLE_SWITCHES:
        _switch(chosen, key)
    name = require_text(chosen.get("variant", NO_VARIANT), "options.variant")
    ours = [variant_named(name, "options.variant").ours]
    ours += ["bouquet"] if _switch(chosen, "allOrNothing") else []
    ours += [] if _switch(chosen, "emptyClues") else ["noempty"]
    return parse_options("+".join(ours), players)


def _switch(chosen: dict[str, object], key: str) -> bool:
    return require_bool(chosen.get(key, False), f"options.{key}")


def _card(value: object, number: int) -> tuple[int, int]:
    where = f"deck[{number}]"
    card = require_object(value, where)
    suit = require_int(require_key(card, "suitIndex", where), f"{where}.suitIndex", NUMBERS)
    return suit, require_int(require_key(card, "rank", where), f"{where}.rank", NUMBERS)


def _read_move(value: object, number: int) -> HanabLiveMove:
    where = f"actions[{number}]"
    move = require_object(value, where)
    kind = require_int(require_key(move, "type", where), f"{where}.type", range(6))
    target = require_int(require_key(move, "target", where), f"{where}.target", NUMBERS)
    value = move.get("value")
    return HanabLiveMove(
        kind, target, None if value is None else require_int(value, f"{where}.value", NUMBERS)
    )


def _notes(value: object, rules: Options) -> Converted[Notes]:
    """The players' notes; the site may list fewer rows than players, or onlookers after them."""
    if value is None:
        return Converted(())
    rows = require_list(value, "notes")
    padded = rows[: rules.players] + [[]] * (rules.players - len(rows))
    more = ("not kept: notes of others than the players",) if len(rows) > rules.players else ()
    return Converted(read_notes(padded, rules), more)


def _left_behind(
    document: dict[str, object],
    chosen: dict[str, object],
    cards: list[object],
    moves: list[object],
) -> tuple[str, ...]:
    """One warning for known keys that are not kept, and one for unknown keys."""
    known = [key for key in NOT_KEPT if key in document]
    known += [f"options.{key}" for key in IDLE_OPTIONS if chosen.get(key)]
    unknown = unknown_keys(document, (*KEYS, *NOT_KEPT))
    unknown += unknown_keys(chosen, (*READ_OPTIONS, *REFUSED_OPTIONS, *IDLE_OPTIONS), "options.")
    for things, keys, where in (
        (cards, ("suitIndex", "rank"), "deck[]."),
        (moves, ("type", "target", "value"), "actions[]."),
    ):
        unknown += [
            key for thing in things for key in unknown_keys(require_object(thing), keys, where)
        ]
    lines = ("not kept: ", known), ("unknown and not kept: ", list(dict.fromkeys(unknown)))
    return tuple(start + ", ".join(names[:20]) for start, names in lines if names)
