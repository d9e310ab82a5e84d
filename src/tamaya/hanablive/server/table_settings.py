"""The settings of our tables, translated from and to hanab.live's options."""

from functools import lru_cache

from msgspec.structs import replace

from tamaya.formats.errors import CannotConvert
from tamaya.formats.hanablive.vocabulary import variant_of
from tamaya.hanablive.protocol.commands import RequestedOptions
from tamaya.hanablive.protocol.frames import TableOptions
from tamaya.hanablive.protocol.variants import UnsupportedRules, options_notation
from tamaya.server.room import log_rows
from tamaya.server.room.room import options_of

PLAYERS = range(2, 6)


def new_settings(requested: RequestedOptions, max_players: int) -> log_rows.Settings:
    """Return the settings of a table that a bot opens: listed, so that people find it too."""
    players = min(max(max_players, PLAYERS[0]), PLAYERS[-1])
    variant = options_notation(requested, players)
    return log_rows.Settings(variant, players, first=0, listed=True, talk="chat")


def change_variant(settings: log_rows.Settings, requested: RequestedOptions) -> log_rows.Settings:
    """Return settings with another variant or other switches; missing ones stay as they are."""
    current = table_options(settings)
    if requested.variant_name is None:
        requested = replace(requested, variant_name=current.variant_name)
    if requested.empty_clues is None:
        requested = replace(requested, empty_clues=current.empty_clues)
    if requested.all_or_nothing is None:
        requested = replace(requested, all_or_nothing=current.all_or_nothing)
    return replace(settings, variant=options_notation(requested, settings.players))


@lru_cache(maxsize=256)  # most tables play the same few variants
def table_options(settings: log_rows.Settings, first: int | None = None) -> TableOptions:
    """Return a table's options for a client, or raise `UnsupportedRules`."""
    game = options_of(settings.variant, settings.players)
    try:
        variant = variant_of(game)
    except CannotConvert as error:
        raise UnsupportedRules(str(error)) from error
    return TableOptions(
        num_players=settings.players,
        starting_player=first if first is not None else settings.first or 0,
        variant_id=variant.number,
        variant_name=variant.name,
        empty_clues=game.empty_clues,
        all_or_nothing=game.bouquet,
        max_players=settings.players,
    )
