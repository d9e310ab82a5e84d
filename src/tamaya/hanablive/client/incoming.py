"""Frames from servers that may know more than we do: what is strange to us is passed over."""

from typing import Any

import msgspec

from tamaya.hanablive import codec
from tamaya.hanablive.frames import Frame


class ActionsAre(Frame, frozen=True):
    """All that has happened."""

    table_id: int
    list: tuple[msgspec.Raw, ...]


class ActionIs(Frame, frozen=True):
    """Something happened."""

    table_id: int
    action: msgspec.Raw


_ours: dict[str, Any] = {
    "gameActionList": msgspec.json.Decoder(ActionsAre),
    "gameAction": msgspec.json.Decoder(ActionIs),
}


def read(text: str) -> Any:
    """A frame, or a list of them; nothing if we cannot use it."""
    try:
        command, _, body = text.partition(" ")
        return _ours[command].decode(body) if command in _ours else codec.from_server(text)
    except (codec.NotUnderstood, msgspec.MsgspecError):
        return None
