"""Games with an address, on a real server: kept, looked at, taken away, brought along."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from support.formats import examples
from support.formats.random_games import random_game
from support.server.serving import Server, Visitor, free_port, heard, say, serving
from support.server.teams import SHORT, Team, fetched, known, uploaded
from tamaya.formats import replay
from tamaya.formats.hanablive import link, replay_json
from tamaya.rules import Seat
from tamaya.server.web.api_games import MAX_BYTES

MANY = 10  # uploads of one visitor at once
NOT_THERE = {"type": "refused", "reason": "no-such-game", "words": "there is no such game"}


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data") / "games.sqlite") as running:
        yield running


@pytest.fixture(scope="module", name="team")
def _team(server: Server) -> Iterator[Team]:
    """Two who have played two games; the second was ended by them."""
    with Team(server.port, variant="base") as team:
        team.begin().play_out()
        team.begin().move().move().end()
        yield team


# ---- my games


def test_every_player_finds_the_games_that_are_over(team: Team) -> None:
    found = [person.ask("/api/me/games")[1] for person in team.people]
    for seat, games in enumerate(found):
        assert [game["id"] for game in games] == team.games[::-1]
        assert {game["your_seat"] for game in games} == {seat}
        assert [game["names"] for game in games] == [["Ada", "Bo"]] * 2
        assert games[0]["at"] >= games[1]["at"] > 1_700_000_000_000
        assert team.people[seat].ask(f"/api/games/{team.games[0]}") == (200, games[1])
    newest = found[0][0]
    assert (newest["variant"], newest["players"], newest["bots"]) == ("base", 2, [None, None])
    assert (newest["result"], newest["reason"]) == ("stopped", "ended-by-players")
    assert (newest["turns"], newest["max_score"], newest["uploaded"]) == (2, 25, False)
    assert newest["id"] not in team.table


def test_the_list_has_a_limit(team: Team) -> None:
    ada = team.people[0]
    assert len(ada.ask("/api/me/games?limit=1")[1]) == 1
    assert ada.ask("/api/me/games?limit=0")[1] == []
    assert len(ada.ask("/api/me/games?limit=99999")[1]) == 2
    for limit in ("-1", "x", "1e3", "999999", "٣"):
        status, answer = ada.ask(f"/api/me/games?limit={quote(limit)}")
        assert (status, answer["reason"]) == (409, "not-understood")


def test_a_stranger_has_no_games_and_sees_those_whose_address_is_known(team: Team) -> None:
    stranger = Visitor(team.people[0].port)
    assert stranger.ask("/api/me/games") == (200, [])
    status, game = stranger.ask(f"/api/games/{team.games[0]}")
    assert (status, game["your_seat"]) == (200, None)


def test_a_running_game_has_no_address_yet(server: Server) -> None:
    with Team(server.port) as team:
        team.begin()
        assert all(table["play"]["address"] is None for table in team.newest)
        assert team.people[0].ask("/api/me/games") == (200, [])


def test_games_with_bots_are_found_too(server: Server) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/play", {"name": "Ada", "variant": SHORT})[1]["table"]
    with visitor.join(table) as socket:
        now = heard(socket)
        say(socket, "end", version=now["version"])
        while now["play"]["over"] is None:
            told = heard(socket)
            if told["type"] == "refused":  # a bot was faster
                say(socket, "end", version=now["version"])
            else:
                now = told
    (game,) = visitor.ask("/api/me/games")[1]
    assert game["bots"] == [None, "partner", "partner"]
    assert game["id"] == now["play"]["address"]


def test_a_game_is_there_if_the_server_is_killed_when_it_ends(tmp_path: Path) -> None:
    """And so is the seat of everybody, in the middle of the next game."""
    database, port = tmp_path / "games.sqlite", free_port()
    server = Server(database, port)
    try:
        with Team(port) as team:
            team.begin().play_out()
            server.kill()
            team.leave()
            server = Server(database, port)
            for person in team.people:
                assert [game["id"] for game in person.ask("/api/me/games")[1]] == team.games
            team.join()
            team.begin()
            server.kill()
            team.leave()
            server = Server(database, port)
            for person in team.people:
                (table,) = person.ask("/api/me")[1]["tables"]
                assert (table["table"], table["playing"]) == (team.table, True)
    finally:
        server.stop()


# ---- steps


def without_events(play: Any) -> Any:
    return {**play, "events": [], "events_from": 0, "game": 1, "address": None}


def check_seen(steps: Any, plays: list[Any]) -> None:
    """Each play that was sent is the step at which as many events had happened."""
    by_events = dict(zip(steps["events_until"], steps["plays"], strict=True))
    for play in plays:
        so_far = play["events_from"] + len(play["events"])
        assert without_events(play) == without_events(by_events[so_far])
        begin = play["events_from"]
        assert steps["events"][begin:so_far] == play["events"]


def test_a_replay_through_each_pair_of_eyes(team: Team) -> None:
    stranger, game = Visitor(team.people[0].port), team.games[1]
    for seat in (0, 1):
        steps = stranger.ask(f"/api/games/{game}/steps?eyes={seat}")[1]
        assert steps["eyes"] == seat
        assert len(steps["plays"]) == team.actions() + 2, "as dealt, each decision, the end"
        check_seen(steps, team.plays[seat])
        for play in steps["plays"][:-1]:
            assert not any("suit" in card for card in play["hands"][seat])
            assert all("suit" in card for card in play["hands"][1 - seat])
        assert all("suit" in card for hand in steps["plays"][-1]["hands"] for card in hand)


def test_a_replay_with_open_hands(team: Team) -> None:
    ada, game = team.people[0], team.games[0]
    steps = ada.ask(f"/api/games/{game}/steps")[1]
    assert steps == ada.ask(f"/api/games/{game}/steps?eyes=open")[1]
    assert steps["eyes"] is None
    cards = [card for play in steps["plays"] for hand in play["hands"] for card in hand]
    assert all("suit" in card for card in cards)
    assert steps["events"][-1]["event"] == "ended"
    assert steps["plays"][-1]["over"]["reason"] == ada.ask(f"/api/games/{game}")[1]["reason"]
    for eyes in ("2", "-1", "x", "", "%C2%B2"):
        status, answer = ada.ask(f"/api/games/{game}/steps?eyes={eyes}")
        assert (status, answer["reason"]) == (409, "not-understood")


def test_steps_travel_small(team: Team) -> None:
    path = f"/api/games/{team.games[0]}/steps"
    plain = fetched(team.people[0], path)
    small = fetched(team.people[0], path, headers={"Accept-Encoding": "gzip"})
    assert small[1]["content-encoding"] == "gzip"
    assert small[1]["cache-control"] == "no-store"
    assert gzip.decompress(small[2]) == plain[2]
    assert len(small[2]) < len(plain[2]) / 5


# ---- looking back


def test_looking_back_while_a_game_is_on(server: Server) -> None:
    """Each sees what was sent then: never a card of the own hand."""
    with Team(server.port, variant="base", watch="nothing") as team:
        team.begin()
        for _ in range(8):
            for seat, person in enumerate(team.people):
                status, steps = person.ask(f"/api/tables/{team.table}/steps")
                assert (status, steps["eyes"]) == (200, seat)
                check_seen(steps, team.plays[seat])
                assert len(steps["plays"]) == team.actions() + 1
                for play in steps["plays"]:
                    assert not any("suit" in card for card in play["hands"][seat])
            team.move(safely=True)
        status, answer = Visitor(server.port).ask(f"/api/tables/{team.table}/steps")
        assert (status, answer["reason"]) == (409, "not-shown")
        team.end()
        status, steps = Visitor(server.port).ask(f"/api/tables/{team.table}/steps")
        assert (status, steps["eyes"]) == (200, None)


def test_onlookers_look_back_without_hands(server: Server) -> None:
    with Team(server.port) as team:
        path = f"/api/tables/{team.table}/steps"
        status, answer = team.people[0].ask(path)
        assert (status, answer["reason"]) == (409, "no-game")
        team.begin().move(safely=True)
        cards = [
            card
            for play in Visitor(server.port).ask(path)[1]["plays"]
            for hand in play["hands"]
            for card in hand
        ]
        assert cards
        assert not any("suit" in card for card in cards)


def test_a_locked_table_shows_nothing_to_others(server: Server) -> None:
    with Team(server.port) as team:
        team.begin()
        team.say(0, "lock", password="sesame")  # noqa: S106 - tests
        status, answer = Visitor(server.port).ask(f"/api/tables/{team.table}/steps")
        assert (status, answer["reason"]) == (409, "locked")


# ---- deals that somebody may know


def test_a_deal_that_is_played_again_is_marked_everywhere(server: Server) -> None:
    with Team(server.port, variant="base", listed=True) as team:
        team.begin().end()
        team.say(0, "begin", same_deal=True)
        team.read(1, lambda told: told["known_deal"] == "replayed")
        (mine,) = team.people[0].ask("/api/me")[1]["tables"]
        assert mine["known_deal"] == "replayed"
        found = known(server.port).ask("/api/tables")[1]["watch"]
        assert [one["known_deal"] for one in found if one["table"] == team.table] == ["replayed"]
        team.end()
        newest, first = team.people[0].ask("/api/me/games")[1]
        assert (newest["known_deal"], first["known_deal"]) == ("replayed", None)
        found = known(server.port).ask("/api/tables")[1]
        assert team.table not in [one["table"] for one in found["watch"]]
        address = newest["id"]
    file = known(server.port).ask(f"/api/games/{address}/file?format=hanablive")[1]
    assert file["hasCustomSeed"] is True


def test_a_table_for_the_deal_of_a_game_or_of_a_file_is_marked(team: Team) -> None:
    stranger, game = known(team.people[0].port), team.games[0]
    file = fetched(stranger, f"/api/games/{game}/file")[2].decode()
    upload = uploaded(stranger, file)["id"]
    for deal, mark in ((game, "replayed"), (upload, "uploaded")):
        table = stranger.ask("/api/play", {"name": "Ada", "deal": deal})[1]["table"]
        with stranger.join(table) as socket:
            now = heard(socket)
            assert (now["known_deal"], now["playing"]) == (mark, True)
        opened = stranger.ask("/api/tables", {"deal": deal})[1]["table"]
        with stranger.join(opened) as socket:
            assert heard(socket)["known_deal"] == mark
        mine = [one["known_deal"] for one in stranger.ask("/api/me")[1]["tables"]]
        assert mine[0] == mark


# ---- files


@pytest.mark.parametrize("name", ["tamaya", "hanablive"])
@pytest.mark.parametrize("number", [0, 1])
def test_a_game_that_is_taken_away_and_brought_back_is_the_same(
    team: Team, name: str, number: int
) -> None:
    stranger, game = known(team.people[0].port), team.games[number]
    status, headers, file = fetched(stranger, f"/api/games/{game}/file?format={name}")
    ending = {"tamaya": "json", "hanablive": "hanablive.json"}[name]
    assert status == 200
    assert headers["content-disposition"] == f'attachment; filename="tamaya-{game}.{ending}"'
    assert headers["x-content-type-options"] == "nosniff"
    json.loads(headers["tamaya-warnings"])
    text = file.decode()
    read = replay.decode(text) if name == "tamaya" else replay_json.decode(text).value
    own = stranger.ask(f"/api/games/{game}/file")[1]
    assert replay.from_json(own).actions == read.actions
    assert replay.from_json(own).deal == read.deal

    answer = uploaded(stranger, text)
    assert answer["status"] == 201
    steps = [stranger.ask(f"/api/games/{one}/steps")[1] for one in (game, answer["id"])]
    assert steps[0] == steps[1]
    before, after = (stranger.ask(f"/api/games/{one}")[1] for one in (game, answer["id"]))
    assert (before["uploaded"], after["uploaded"]) == (False, True)
    same = ("variant", "players", "names", "result", "reason", "score", "turns", "band")
    if name == "tamaya":
        assert [before[part] for part in same] == [after[part] for part in same]
    assert stranger.ask("/api/me/games")[1] == [], "one's games are those that one has played"


def test_links_of_hanab_live_there_and_back(server: Server) -> None:
    visitor = known(server.port)
    game = replace(random_game(2, "wild5"), first=Seat(0), notes=())
    here = uploaded(visitor, replay.encode(game))["id"]
    status, headers, link = fetched(visitor, f"/api/games/{here}/file?format=compact")
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    assert "not kept: the names of the players" in json.loads(headers["tamaya-warnings"])
    assert link.startswith(b"https://hanab.live/replay-json/")
    back = uploaded(visitor, link.decode())
    steps = [visitor.ask(f"/api/games/{one}/steps")[1] for one in (here, back["id"])]
    assert steps[0] == steps[1]


def test_what_a_format_cannot_hold_is_said(server: Server) -> None:
    visitor = known(server.port)
    game = uploaded(visitor, replay.encode(random_game(3, "base+tiles")))["id"]
    assert fetched(visitor, f"/api/games/{game}/file?format=tamaya")[0] == 200
    status, answer = visitor.ask(f"/api/games/{game}/file?format=hanablive")
    assert (status, answer["reason"]) == (409, "cannot-carry")
    assert "tiles" in answer["words"]
    status, answer = visitor.ask(f"/api/games/{game}/file?format=pgn")
    assert (status, answer["reason"]) == (409, "not-understood")


def test_what_a_format_leaves_behind_is_said(server: Server) -> None:
    visitor = known(server.port)
    lost = examples.all_ones_lost()
    on = [*lost["actions"], examples.action(3, 1, 2)]  # type: ignore[misc]
    answer = uploaded(visitor, examples.text(lost, actions=on, seed="p2v0s1"))
    assert answer["warnings"] == ["not kept: seed"]
    file = fetched(visitor, f"/api/games/{answer['id']}/file?format=hanablive")
    (warning,) = json.loads(file[1]["tamaya-warnings"])
    assert "hanab.live ends a game when nothing more can be placed" in warning


# ---- uploading


@pytest.mark.parametrize("seed", range(4))
def test_games_from_elsewhere(server: Server, seed: int) -> None:
    """Finished or not, in any variant, with their notes."""
    visitor, game = known(server.port), random_game(seed)
    answer = uploaded(visitor, replay.encode(game))
    assert (answer["status"], answer["warnings"]) == (201, [])
    file = fetched(visitor, f"/api/games/{answer['id']}/file")[2].decode()
    assert replay.decode(file) == game
    info = visitor.ask(f"/api/games/{answer['id']}")[1]
    assert info["names"] == list(game.names)
    assert (info["your_seat"], info["bots"]) == (None, [None] * len(game.names))
    for seat in range(len(game.names)):
        steps = visitor.ask(f"/api/games/{answer['id']}/steps?eyes={seat}")[1]
        assert len(steps["plays"]) == len(game.actions) + 1 + game.stopped


def test_a_link_of_hanab_live_is_a_game_too(server: Server) -> None:
    visitor = known(server.port)
    game = link.decode(examples.PLAIN_COMPACT).value
    answer = uploaded(visitor, link.replay_link(game).value)
    info = visitor.ask(f"/api/games/{answer['id']}")[1]
    assert (info["result"], info["reason"], info["turns"]) == ("unfinished", None, 4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no game here"),
        ("hello", "neither JSON nor a hanab.live link"),
        ("{", "this is not JSON"),
        ("[]", "must be an object"),
        ("{}", "neither a Tamaya replay"),
        ('{"format": "tamaya-replay"}', "version: is missing"),
        (examples.text(examples.PLAIN, deck=[]), "deck"),
        (examples.text(examples.PLAIN) + "\n" + examples.text(examples.BLUE), "several games"),
        ("[" * 50_000, "nested too deeply"),
        (examples.text(examples.PLAIN, players=["Z" + "\u0336" * 50, "Bo"]), "at most 3 marks"),
    ],
)
def test_files_that_are_no_game(server: Server, text: str, words: str) -> None:
    answer = uploaded(known(server.port), text)
    assert (answer["status"], answer["type"], answer["reason"]) == (
        409,
        "refused",
        "not-understood",
    )
    assert words in answer["words"]


def test_too_much(server: Server) -> None:
    """A file that is too long, and one visitor who brings too many; others are not disturbed."""
    visitor, text = known(server.port), examples.text(examples.PLAIN)
    answer = uploaded(visitor, text.ljust(MAX_BYTES + 1))
    assert (answer["status"], answer["reason"]) == (413, "too-long")
    assert uploaded(visitor, text.ljust(MAX_BYTES))["status"] == 201
    visitor = known(server.port)
    uploaded(visitor, "what is no game does not count")
    answers = [uploaded(visitor, text) for _ in range(MANY + 1)]
    assert [answer["status"] for answer in answers] == [201] * MANY + [429]
    assert answers[-1]["reason"] == "too-much"
    assert uploaded(known(server.port), text)["status"] == 201
    strangers = [uploaded(Visitor(server.port), text) for _ in range(MANY + 1)]
    assert strangers[-1]["status"] == 429, "without a cookie they are as one"


def test_other_pages_cannot_upload_for_a_visitor(server: Server) -> None:
    evil = {"Origin": "https://evil.example"}
    text = examples.text(examples.PLAIN).encode()
    assert fetched(known(server.port), "/api/games", text, evil)[0] == 403


@pytest.mark.parametrize("path", ["", "/steps", "/steps?eyes=0", "/file", "/file?format=x"])
@pytest.mark.parametrize("game", ["nowhere", "%00", "x" * 500])
def test_games_that_are_not_there(server: Server, game: str, path: str) -> None:
    assert known(server.port).ask(f"/api/games/{game}{path}") == (404, NOT_THERE)


def test_tables_that_are_not_there(server: Server, team: Team) -> None:
    status, answer = known(server.port).ask("/api/tables/nowhere/steps")
    assert (status, answer["reason"]) == (404, "no-such-table")
    assert team.people[0].ask(f"/api/games/{team.table}") == (404, NOT_THERE)
