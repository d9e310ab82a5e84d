"""hanab.live's compact form: a whole game in a link, without names and most options."""

import re
from collections.abc import Iterator
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase, digits

from tamaya.formats.errors import CannotConvert, FormatError
from tamaya.formats.game import Converted, Game, final_state
from tamaya.formats.hanablive.moves import apply_moves, moves_of
from tamaya.formats.hanablive.vocabulary import (
    HanabLiveMove,
    check_player_count,
    read_cards,
    suit_order,
    variant_numbered,
    variant_of,
)
from tamaya.rules import Deal, parse_options
from tamaya.text.escape import quoted
from tamaya.text.labels import SEAT_LETTERS, placeholder_names

LINK = "https://hanab.live/replay-json/"
ALPHABET = ascii_lowercase + digits + ascii_uppercase
GROUP = 20  # characters between dashes
MAX_LENGTH = 4000  # characters; the longest game takes a few hundred
_IN_A_LINK = re.compile(r"(?:\S*/)?(?:shared-)?replay-json/([^\s/?#]*)(?:[/?#]\S*)?")
_FORM = re.compile(r"(\d)(\d)(\d)([a-zA-Z0-9]*),(\d)(\d)([a-zA-Z0-9]*),(\d{1,6})", re.ASCII)


def looks_compact(text: str) -> bool:
    """Whether a text is a link that holds a game, or has the form of a link's last part."""
    return len(text) <= MAX_LENGTH and bool(
        _IN_A_LINK.fullmatch(text) or _FORM.fullmatch(_form(text))
    )


def _form(text: str) -> str:
    """The compact form without dashes, and with `%2c` as commas."""
    return re.sub("%2c", ",", text.replace("-", ""), flags=re.IGNORECASE)


def decode(text: str) -> Converted[Game]:
    """Read a game from a link or its last part; names are placeholders, empty clues are allowed."""
    players, low, high, deck, least, most, actions, variant = _parts(text)
    rules = parse_options(
        variant_numbered(int(variant), "variant").ours, check_player_count(int(players), "players")
    )
    cards = [divmod(code, _span(low, high, "deck")) for code in map(ALPHABET.index, deck)]
    faces = read_cards(rules, [(suit, above + int(low)) for suit, above in cards])
    names = tuple(placeholder_names(rules.players))
    return apply_moves(
        Game(rules, Deal(faces), names), list(_moves(actions, int(least), int(most)))
    )


def encode(game: Game) -> Converted[str]:
    """The last part of a game's link; warnings name what it does not keep."""
    if game.first:
        raise CannotConvert(
            f"the compact form always begins with player {SEAT_LETTERS[0]}", "first"
        )
    variant, moves = variant_of(game.options), moves_of(game)
    text = f"{game.options.players}{_deck(game)},{_actions(moves.value)},{variant.number}"
    _check_same(game, text)
    grouped = "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))
    return Converted(grouped, (*_lost(game), *moves.warnings))


def replay_link(game: Game) -> Converted[str]:
    """The link that shows a game on hanab.live."""
    encoded = encode(game)
    return Converted(LINK + encoded.value, encoded.warnings)


def _parts(text: str) -> tuple[str, ...]:
    text = text.strip()
    if looks_compact(text):
        whole = _IN_A_LINK.fullmatch(text)
        if match := _FORM.fullmatch(_form(whole[1] if whole else text)):
            return match.groups()
    raise FormatError(f"{quoted(text)} is not a compact game, such as '215...,03...,0'")


def _span(low: str, high: str, where: str) -> int:
    if low > high:
        raise FormatError(f"goes from {low} to {high}", where)
    return int(high) - int(low) + 1


def _moves(text: str, least: int, most: int) -> Iterator[HanabLiveMove]:
    span = _span(str(least), str(most), "actions")
    if len(text) % 2:
        raise FormatError("ends in the middle of an action", "actions")
    for number in range(len(text) // 2):
        code, target = map(ALPHABET.index, text[2 * number : 2 * number + 2])
        value, kind = divmod(code, span)
        if kind + least > 5:
            raise FormatError(f"there is no action type {kind + least}", f"actions[{number}]")
        yield HanabLiveMove(kind + least, target, value - 1 if value else None)


def _deck(game: Game) -> str:
    suits, values = suit_order(game.options).suits, game.options.values
    codes = (suits.index(suit) * values + value - 1 for suit, value in game.deal.cards)
    return f"1{values}" + "".join(ALPHABET[code] for code in codes)


def _actions(moves: tuple[HanabLiveMove, ...]) -> str:
    kinds = [move.kind for move in moves] or [0]
    least, most = min(kinds), max(kinds)
    text = f"{least}{most}"
    for kind, target, value in moves:
        shifted = 0 if value is None else value + 1
        text += ALPHABET[shifted * (most - least + 1) + kind - least] + ALPHABET[target]
    return text


def _check_same(game: Game, text: str) -> None:
    """Refuse a text that would be read back as another game."""
    try:
        back = decode(text).value
    except FormatError as error:
        raise CannotConvert(
            f"the compact form loses {_option(game)}: {error}", "variant"
        ) from error
    ours, theirs = (final_state(replace(one, stopped=False)).table for one in (game, back))
    if ours._replace(options=theirs.options) != theirs:
        raise CannotConvert(
            f"the compact form loses {_option(game)}, and the game changes", "variant"
        )


def _option(game: Game) -> str:
    return "the option 'bouquet'" if game.options.bouquet else "an option"


def _lost(game: Game) -> tuple[str, ...]:
    lost = {
        "the names of the players": game.names != tuple(placeholder_names(len(game.names))),
        "the option 'noempty'": not game.options.empty_clues,
        "the option 'bouquet'": game.options.bouquet,
        "the notes": any(map(any, game.notes)),
        "how often moves were taken back": game.taken_back > 0,
        "that the deal was known": game.known_deal is not None,
    }
    return tuple(f"not kept: {what}" for what, is_so in lost.items() if is_so)
