"""Variants and switches of hanab.live, translated to the options of our rules."""

from tamaya.formats.errors import CannotConvert
from tamaya.formats.hanablive.vocabulary import VARIANTS, variant_named
from tamaya.hanablive.protocol.commands import RequestedOptions
from tamaya.hanablive.protocol.frames import TableOptions
from tamaya.rules import Options, OptionsError, format_options, parse_options

UNSUPPORTED_SWITCHES = {
    "timed": "timed games are",
    "speedrun": "speedruns are",
    "card_cycle": "card cycling is",
    "deck_plays": "playing from the deck is",
    "one_extra_card": "one extra card is",
    "one_less_card": "one less card is",
    "detrimental_characters": "detrimental characters are",
}


class UnsupportedRules(ValueError):
    """A variant or switch that only one of the two sides can play; the message names it."""


def options_notation(requested: RequestedOptions, players: int = 2) -> str:
    """Return our options notation for what a client wants to play, or raise `UnsupportedRules`."""
    for field, what in UNSUPPORTED_SWITCHES.items():
        if getattr(requested, field):
            raise UnsupportedRules(f"{what} not played here")
    name = VARIANTS[0].name if requested.variant_name is None else requested.variant_name
    try:
        parts = [variant_named(name, "variant").ours]
    except CannotConvert as error:
        known = ", ".join(variant.name for variant in VARIANTS)
        message = f"{name[:60]!a} is not played here; known are {known}"
        raise UnsupportedRules(message) from error
    parts += ["bouquet"] if requested.all_or_nothing else []
    parts += [] if requested.empty_clues else ["noempty"]
    return format_options(parse_options("+".join(parts), players))


def game_options(options: TableOptions, players: int) -> Options:
    """Return our options for a game on another server, or raise `UnsupportedRules`.

    Timers and the like are ignored, because they change nothing about a player's moves.
    """
    requested = RequestedOptions(
        variant_name=options.variant_name,
        empty_clues=options.empty_clues,
        one_extra_card=options.one_extra_card,
        one_less_card=options.one_less_card,
        all_or_nothing=options.all_or_nothing,
        detrimental_characters=options.detrimental_characters,
    )
    try:
        return parse_options(options_notation(requested), players)
    except OptionsError as error:  # six players, for example
        raise UnsupportedRules(str(error)) from error
