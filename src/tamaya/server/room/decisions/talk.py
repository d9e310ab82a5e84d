"""Talk: free text and set remarks, as the table's settings allow."""

from tamaya.rules import Seat
from tamaya.server.room import log_rows
from tamaya.server.room.decisions.inputs import Rows, game_at
from tamaya.server.room.refusals import LONGEST_TEXT, Refusal, RefusalReason
from tamaya.server.room.room import Room
from tamaya.text.names import is_plain


def say(room: Room, seat: Seat, text: str, remark: log_rows.Remark | None) -> Rows:
    """Say a free text or a set remark, exactly one of them."""
    plain = 1 <= len(text) <= LONGEST_TEXT and all(map(is_plain, text))
    if bool(text) == bool(remark) or not (plain or remark):
        raise Refusal(RefusalReason.BAD_TEXT)
    if room.playing:
        _check_talk(room, seat, free=bool(text))
    return (log_rows.Said(seat, text, remark),)


def _check_talk(room: Room, seat: Seat, *, free: bool) -> None:
    allowed = room.settings.talk
    if allowed == "clues" or (free and allowed == "remarks"):
        raise Refusal(RefusalReason.NO_TALK)
    if room.settings.hush and seat != game_at(room).table.to_move:
        raise Refusal(RefusalReason.HUSH)
