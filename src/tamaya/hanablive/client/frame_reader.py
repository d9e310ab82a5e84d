"""Decodes frames leniently: a server may send more than we know, which is ignored."""

from typing import Any

import msgspec

from tamaya.hanablive.protocol import codec
from tamaya.hanablive.protocol.frames import ServerFrame


class RawGameActionListFrame(ServerFrame, frozen=True):
    """All actions so far, not yet decoded: unknown ones must not spoil the others."""

    table_id: int
    list: tuple[Any, ...] = ()


class RawGameActionFrame(ServerFrame, frozen=True):
    """One new action, not yet decoded."""

    table_id: int
    action: Any


FRAME_TYPES: dict[str, Any] = {
    **codec.FRAME_TYPES,
    "gameActionList": RawGameActionListFrame,
    "gameAction": RawGameActionFrame,
}


def decode_frame(text: str) -> Any:
    """Return a frame or a tuple of frames; None if it is unknown or malformed."""
    command, _, body = text.partition(" ")
    if command not in FRAME_TYPES:
        return None
    try:
        decoded = _without_nulls(msgspec.json.decode(body))
        return msgspec.convert([] if decoded is None else decoded, FRAME_TYPES[command])
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return None


def _without_nulls(value: Any) -> Any:
    """Drop nulls, which some servers write for empty lists and missing fields."""
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_without_nulls(one) for one in value if one is not None]
    return value
