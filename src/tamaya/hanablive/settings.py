"""What is played at a table, in the words of both sides."""

from functools import lru_cache

from msgspec.structs import replace

from tamaya.formats.errors import CannotCarry
from tamaya.formats.site import VARIANTS, named, variant_of
from tamaya.hanablive import frames
from tamaya.hanablive.commands import WantedOptions
from tamaya.rules import Options, OptionsError, format_options, parse_options
from tamaya.server.room import log_rows
from tamaya.server.room.room import options_of

PLAYERS = range(2, 6)
NOT_PLAYED = {
    "timed": "timed games are",
    "speedrun": "speedruns are",
    "card_cycle": "card cycling is",
    "deck_plays": "playing from the deck is",
    "one_extra_card": "one extra card is",
    "one_less_card": "one less card is",
    "detrimental_characters": "detrimental characters are",
}


class NotPlayed(ValueError):
    """Something that is not played on the other side; the words name it."""


def notation_of(wanted: WantedOptions, players: int = 2) -> str:
    """Our words for what a client wants to play."""
    for field, what in NOT_PLAYED.items():
        if getattr(wanted, field):
            raise NotPlayed(f"{what} not played here")
    name = VARIANTS[0].name if wanted.variant_name is None else wanted.variant_name
    try:
        ours = [named(name, "variant").ours]
    except CannotCarry as wrong:
        known = ", ".join(variant.name for variant in VARIANTS)
        raise NotPlayed(f"{name[:60]!a} is not played here; known are {known}") from wrong
    ours += ["bouquet"] if wanted.all_or_nothing else []
    ours += [] if wanted.empty_clues else ["noempty"]
    return format_options(parse_options("+".join(ours), players))


def new_settings(wanted: WantedOptions, most_players: int) -> log_rows.Settings:
    """The settings of a table that a client opens: people of the page find it, too."""
    players = min(max(most_players, PLAYERS[0]), PLAYERS[-1])
    variant = notation_of(wanted, players)
    return log_rows.Settings(variant, players, first=0, listed=True, talk="chat")


def with_variant(now: log_rows.Settings, wanted: WantedOptions) -> log_rows.Settings:
    """The same settings with something else to play; what is left out stays."""
    was = told_options(now)
    if wanted.variant_name is None:
        wanted = replace(wanted, variant_name=was.variant_name)
    if wanted.empty_clues is None:
        wanted = replace(wanted, empty_clues=was.empty_clues)
    if wanted.all_or_nothing is None:
        wanted = replace(wanted, all_or_nothing=was.all_or_nothing)
    return replace(now, variant=notation_of(wanted, now.players))


@lru_cache(maxsize=256)  # most tables play the same few
def told_options(settings: log_rows.Settings, first: int | None = None) -> frames.Options:
    """What is played at a table, for a client; refused if hanab.live does not know it."""
    game = options_of(settings.variant, settings.players)
    try:
        variant = variant_of(game)
    except CannotCarry as wrong:
        raise NotPlayed(str(wrong)) from wrong
    return frames.Options(
        num_players=settings.players,
        starting_player=first if first is not None else settings.first or 0,
        variant_id=variant.number,
        variant_name=variant.name,
        empty_clues=game.empty_clues,
        all_or_nothing=game.bouquet,
        max_players=settings.players,
    )


def rules_of(told: frames.Options, players: int) -> Options:
    """The options of a game that a server told us; refused if we do not play it."""
    wanted = WantedOptions(  # clocks and the like change nothing for a player
        variant_name=told.variant_name,
        empty_clues=told.empty_clues,
        one_extra_card=told.one_extra_card,
        one_less_card=told.one_less_card,
        all_or_nothing=told.all_or_nothing,
        detrimental_characters=told.detrimental_characters,
    )
    try:
        return parse_options(notation_of(wanted), players)
    except OptionsError as wrong:  # six players, say
        raise NotPlayed(str(wrong)) from wrong
