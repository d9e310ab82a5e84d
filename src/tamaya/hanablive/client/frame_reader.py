"""Frames from servers that may know more than we do: what is strange to us is passed over."""

from typing import Any

import msgspec

from tamaya.hanablive.protocol import codec
from tamaya.hanablive.protocol.frames import ServerFrame


class ActionsAre(ServerFrame, frozen=True):
    """All that has happened."""

    table_id: int
    list: tuple[Any, ...] = ()


class ActionIs(ServerFrame, frozen=True):
    """Something happened."""

    table_id: int
    action: Any


KINDS: dict[str, Any] = {**codec.FRAME_TYPES, "gameActionList": ActionsAre, "gameAction": ActionIs}


def read(text: str) -> Any:
    """A frame, or a list of them; nothing if we cannot use it."""
    command, _, body = text.partition(" ")
    if command not in KINDS:
        return None
    try:
        told = _without_nulls(msgspec.json.decode(body))
        return msgspec.convert([] if told is None else told, KINDS[command])
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return None


def _without_nulls(told: Any) -> Any:
    """Some servers write null where a list is empty or a field is not set."""
    if isinstance(told, dict):
        return {key: _without_nulls(value) for key, value in told.items() if value is not None}
    if isinstance(told, list):
        return [_without_nulls(value) for value in told if value is not None]
    return told
