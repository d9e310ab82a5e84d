"""docs/api.md names every message, every part of it, every event and every action."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tamaya.rules import Event
from tamaya.server.room import game_info, log_rows, messages, wire

PAGE = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
TYPES = (
    *get_args(messages.FromClient),
    *get_args(messages.ToClient),
    *get_args(wire.Action),
    messages.GameView,
    messages.SuitView,
    messages.FinalResult,
    messages.CardView,
    messages.SeatView,
    log_rows.Settings,
    game_info.GameInfo,
    game_info.GameSteps,
    game_info.Uploaded,
)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_message_is_on_the_page(kind: type[msgspec.Struct]) -> None:
    config = kind.__struct_config__
    words = [*kind.__struct_encode_fields__, *([str(config.tag)] if config.tag else [])]
    assert [word for word in words if not re.search(rf"\b{word}\b", PAGE)] == []


def test_every_event_is_on_the_page() -> None:
    for event in get_args(Event):
        name = "".join(f"-{c.lower()}" if c.isupper() else c for c in event.__name__)[1:]
        assert f"`{name}`" in PAGE
