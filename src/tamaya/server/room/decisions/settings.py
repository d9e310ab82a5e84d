"""Settings: opening a table, and changing what is played there."""

from msgspec.structs import replace

from tamaya.formats.errors import CannotConvert
from tamaya.formats.hanablive.vocabulary import variant_of
from tamaya.rules import OptionsError, format_options, parse_options
from tamaya.server.room import log_rows
from tamaya.server.room.decisions.inputs import Rows
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.room.room import Room, options_of


def open_table(
    host: str, settings: log_rows.Settings, deal: log_rows.Dealt | None = None
) -> log_rows.TableCreated:
    """Return the first row of a table's log; a `deal` is played first if it is given."""
    return log_rows.TableCreated(host, checked_settings(settings), deal)


def change(room: Room, settings: log_rows.Settings) -> Rows:
    """Change the settings; during a game only how people talk and whether the table is listed."""
    checked = checked_settings(settings)
    if room.playing and not _only_manners_differ(room.settings, checked):
        raise Refusal(RefusalReason.GAME_ON)
    return () if checked == room.settings else (log_rows.SettingsChanged(checked),)


def _only_manners_differ(old: log_rows.Settings, new: log_rows.Settings) -> bool:
    """Whether settings differ only in what may change during a game.

    Take-backs may be switched off during a game, but not on.
    """
    manners = {"listed": new.listed, "talk": new.talk, "hush": new.hush}
    return replace(old, **manners, take_back=old.take_back and new.take_back) == new


def checked_settings(settings: log_rows.Settings) -> log_rows.Settings:
    """Return settings that can be played, the variant in canonical notation, or raise `Refusal`."""
    try:
        game = parse_options(settings.variant, settings.players)
    except OptionsError as wrong:
        raise Refusal(RefusalReason.BAD_SETTINGS.value, str(wrong)) from wrong
    if settings.first is not None and not 0 <= settings.first < settings.players:
        raise Refusal(RefusalReason.NO_SUCH_SEAT)
    return replace(settings, variant=format_options(game))


def check_guests_know(settings: log_rows.Settings) -> None:
    """Raise `Refusal` if hanab.live, whose protocol guests use, does not have these rules."""
    try:
        variant_of(options_of(settings.variant, settings.players))
    except CannotConvert as wrong:
        raise Refusal(RefusalReason.NOT_FOR_GUESTS) from wrong
