"""Onlookers are sent what has changed; put together, it is the whole table."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from recorded_changes import TARGET, everything
from support.server.changed_tables import applied
from support.server.rooms import GUEST, HOST, STRANGER, acts, after, playing, some_action
from support.server.serving import Visitor, heard, say, serving, shown
from tamaya.server.hub.live_table import LiveTable, TableUpdate, Viewer
from tamaya.server.room import messages, wire
from tamaya.server.room.log_rows import Watch

VARIANTS = ("base", "black+tiles", "own5+announce", "base+bouquet")


def told(viewer: Viewer, live: LiveTable) -> TableUpdate:
    now = viewer.next_update(live)
    assert now is not None
    return now


@pytest.mark.parametrize("watch", ["table", "hands", "nothing"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_changes_put_together_are_the_whole_table(variant: str, watch: Watch) -> None:
    """Three onlookers follow games: one has all, one came late, one reads only now and then."""
    rng = Random(variant + watch)  # noqa: S311 - tests
    bytes_whole = bytes_sent = changed = 0
    for seed in range(8):
        live = LiveTable(
            "table", playing(variant, seed, rng.choice((2, 3)), watch=watch, talk="chat")
        )
        viewers = [Viewer(f"onlooker {n}", changes=True) for n in range(3)]
        tables: dict[Viewer, dict[str, Any]] = {}
        while live.room.playing:
            for number, viewer in enumerate(viewers):
                if (number == 1 and live.room.version < 9) or (number == 2 and rng.random() < 0.7):
                    continue
                now = told(viewer, live)
                sent, whole = json.loads(now.text), json.loads(messages.encode(now.message))
                changed += sent["type"] == "table-changed"
                if sent["type"] == "table-changed":
                    sent = applied(tables[viewer], sent)
                assert sent == whole
                tables[viewer] = sent
                bytes_whole += len(messages.encode(now.message))
                bytes_sent += len(now.text)
            if rng.random() < 0.1:
                live.room = after(live.room, (HOST, messages.Say("hm")))
            live.room = after(live.room, some_action(live.room, rng))
    assert changed > 40
    assert bytes_sent < bytes_whole / (1 if watch == "nothing" else 2)


def test_all_who_are_in_step_are_sent_the_same_bytes() -> None:
    live = LiveTable("a table", playing())
    many = [Viewer(f"onlooker {n}", changes=True) for n in range(3)]
    for viewer in many:
        assert json.loads(told(viewer, live).text)["type"] == "table"
    live.room = acts(live.room, HOST, wire.GiveValueClue(1, 1))
    later = [told(viewer, live) for viewer in many]
    assert all(one is later[0] for one in later), "made once"
    assert json.loads(later[0].text)["type"] == "table-changed"
    late = told(Viewer("late", changes=True), live)
    assert json.loads(late.text)["type"] == "table", "the whole table upon arrival"


def test_who_did_not_ask_for_changes_and_players_get_whole_tables() -> None:
    live = LiveTable("a table", playing())
    viewers = [Viewer(STRANGER), Viewer(HOST, changes=True), Viewer(GUEST)]
    for _ in range(2):
        for viewer in viewers:
            assert json.loads(told(viewer, live).text)["type"] == "table"
        live.room = (
            acts(live.room, HOST, wire.GiveValueClue(1, 1))
            if live.room.game_version < 5
            else live.room
        )


def test_the_end_of_a_game_with_open_hands_and_a_new_game_are_told_as_a_whole() -> None:
    live = LiveTable("a table", playing(watch="hands"))
    viewer, said = Viewer(STRANGER, changes=True), []
    told(viewer, live)
    end = messages.End(live.room.version + 1)
    for message in (messages.Note(0, "hm"), end, messages.Begin()):
        live.room = after(live.room, (HOST, message))
        said.append(json.loads(told(viewer, live).text)["type"])
    assert said == ["table-changed", "table", "table"]


def test_a_socket_that_asks_for_changes_is_sent_them(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        ada, eve = Visitor(server.port), Visitor(server.port)
        table = ada.ask("/api/play", {"name": "Ada"})[1]["table"]
        with (
            ada.join(table) as hers,
            eve.join(table, more="&changes=1") as looks_on,
            eve.join(table) as another,
        ):
            before, now = shown(looks_on), shown(hers)
            say(hers, "act", version=now["version"], action=now["play"]["legal"][0])
            changes = 0
            while before["version"] == now["version"]:
                sent = heard(looks_on)
                changes += sent["type"] == "table-changed"
                before = sent if sent["type"] == "table" else applied(before, sent)
            assert changes
            whole = shown(another, lambda told: told["version"] == before["version"])
            assert before["play"]["hands"] == whole["play"]["hands"]


def test_the_recorded_changes_are_as_the_server_tells_them_now() -> None:
    assert TARGET.read_text(encoding="utf-8") == everything(), "run tools/recorded_changes.py"
