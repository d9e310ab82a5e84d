"""`tamaya arena` as people and programs use it."""

import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from support.cli.running import Here, at_a_terminal, in_a_process
from support.parts import require
from tamaya.arena.matchups import parse_player_counts
from tamaya.formats.replay import decode
from tamaya.formats.summary import summarize

KEYS = [
    *("bots", "players", "variant", "games", "seed"),
    *("mean", "sem", "perfect", "lost", "histogram", "ms_per_move"),
]


def results(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)
    return found


def without_time(text: str) -> str:
    """All of it, byte for byte, but for the one figure that is not the same each time."""
    return re.sub(r'"ms_per_move": [0-9.e-]+', "", text)


def test_json_has_the_promised_keys(tamaya: Here) -> None:
    ran = tamaya("arena", "random", "--games", "3", "--jobs", "1", "--json", "--variant", "sv")
    assert (ran.status, ran.err) == (0, "")
    rows = results(ran.out)
    assert [list(row) for row in rows] == [KEYS] * 4
    assert [row["players"] for row in rows] == [2, 3, 4, 5]
    assert [row["bots"] for row in rows] == [["random"] * players for players in (2, 3, 4, 5)]
    assert {(row["variant"], row["games"], row["seed"]) for row in rows} == {("base", 3, 1)}
    assert all(sum(row["histogram"].values()) == 3 for row in rows)


def test_the_same_whatever_the_number_of_processes() -> None:
    args = ("arena", "cautious", "random", "cheater", "--players", "2,5", "--games", "9")
    alone, two = (
        in_a_process(*args, "--json", "--jobs", jobs, "--seed", "9", "--variant", "black+tiles")
        for jobs in ("1", "2")
    )
    assert alone.status == two.status == 0
    assert without_time(alone.out) == without_time(two.out)
    assert len(results(alone.out)) == 6


def test_the_first_game_can_be_chosen(tamaya: Here) -> None:
    def counts(*more: str) -> dict[str, int]:
        out = tamaya("arena", "random", "--players", "3", "--json", "--jobs", "1", *more).out
        row = results(out)[0]
        return {**row["histogram"], "games": row["games"]}

    late, all_, early = (
        counts(*words.split()) for words in ("--from 4 --games 6", "--games 10", "--games 4")
    )
    assert {key: late.get(key, 0) + early.get(key, 0) for key in all_} == all_


# for people


def test_a_table_and_a_histogram_that_fit_the_screen(tamaya: Here) -> None:
    ran = tamaya("arena", "cautious", "--players", "3", "--games", "12", "--jobs", "1")
    lines = ran.out.splitlines()
    assert ran.status == 0
    assert lines[0] == "base, seed 1"
    assert lines[2].split() == ["bots", "players", "games", "score", "perfect", "lost", "ms/move"]
    assert re.fullmatch(
        r"cautious +3 +12 +\d\d\.\d{3} ± 0\.\d{3} +0\.0 % +0\.0 % +\d+\.\d{3}", lines[3]
    )
    assert lines[5].startswith("cautious, 3 players: ")
    assert lines[-1].split() == ["0", "5", "10", "15", "20", "25"]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("variant", ["wild10+black", "black", "wild10+black+bouquet"])
def test_every_range_of_scores_fits_the_screen(tamaya: Here, variant: str) -> None:
    ran = tamaya("arena", "cautious", "random", "--games", "3", "--jobs", "1", "--variant", variant)
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80


def test_teams_by_seats_and_teams_side_by_side(tamaya: Here) -> None:
    out = tamaya("arena", "random,cautious", "random", "--games", "2", "--jobs", "1", "--json").out
    seats = [(row["players"], row["bots"]) for row in results(out)]
    assert seats[0] == (2, ["random", "cautious"])
    assert [players for players, _ in seats[1:]] == [2, 3, 4, 5]


def test_a_mix_is_a_matrix(tamaya: Here) -> None:
    args = ("arena", "cautious", "random", "--mix", "--players", "3", "--games", "6", "--jobs", "1")
    rows = results(tamaya(*args, "--json").out)
    assert [row["bots"] for row in rows] == [
        ["cautious"] * 3,
        ["cautious", "random", "random"],
        ["random", "cautious", "cautious"],
        ["random"] * 3,
    ]
    lines = tamaya(*args).out.splitlines()
    at = lines.index("3 players: one of the row, the others of the column")
    assert lines[at + 1].split() == ["cautious", "random"]
    means = [float(word) for line in lines[at + 2 :] for word in re.findall(r"([\d.]+) ±", line)]
    assert means == [round(row["mean"], 3) for row in rows]


def test_somebody_who_waits_sees_how_far_it_has_come() -> None:
    args = ["arena", "cautious", "--players", "2", "--games", "30", "--jobs", "1"]
    status, seen = at_a_terminal(args, [])
    assert status == 0
    assert re.search(r"━+╌+ 10 of 30   cautious, 2 players: \d\d\.\d{3} ± ", seen)
    assert "━" * 20 in seen


# files


def test_games_are_kept_as_replay_files(tamaya: Here, tmp_path: Path) -> None:
    args = ("arena", "cautious,random", "--games", "4", "--jobs", "1", "--json", "--seed", "3")
    folder = tmp_path / "new" / "games"
    row = results(tamaya(*args, "--save", folder).out)[0]
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [
        f"base-2p-cautious,random-seed3-game0000{game}.json" for game in range(4)
    ]
    games = [decode(file.read_text(encoding="utf-8")) for file in files]
    assert all(game.names == ("cautious", "random") for game in games)
    scores = [str(summarize(game)["score"]) for game in games]
    assert {points: scores.count(points) for points in scores} == row["histogram"]
    before = [file.read_bytes() for file in files]
    tamaya(*args, "--save", folder)
    assert [file.read_bytes() for file in sorted(folder.iterdir())] == before
    assert tamaya("replay", *files).status == 0


def test_a_picture_in_svg(tamaya: Here, tmp_path: Path) -> None:
    path = tmp_path / "all.svg"
    args = ("arena", "cautious", "cheater", "--players", "2,3", "--games", "5", "--jobs", "1")
    assert tamaya(*args, "--plot", path, "--variant", "black").status == 0
    root = ET.parse(path).getroot()  # noqa: S314 - our own file
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [word for word in words if word and "players" in word] == [
        f"{bot}, {players} players" for bot in ("cautious", "cheater") for players in (2, 3)
    ]
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        at = {name: float(box.attrib[name]) for name in ("x", "y", "width", "height")}
        assert min(at.values()) >= 0
        assert at["x"] + at["width"] <= width
        assert at["y"] + at["height"] <= height


def test_a_picture_in_png(tamaya: Here, tmp_path: Path) -> None:
    image = require("pillow")
    path = tmp_path / "one.PNG"
    args = ("arena", "random", "--players", "2", "--games", "2", "--jobs", "1")
    assert tamaya(*args, "--plot", path).status == 0
    with image.open(path) as picture:
        assert picture.format == "PNG"
        assert len(picture.getcolors(1 << 16)) > 4


# what cannot be done


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "Missing argument 'BOT'"),
        (["cheeter"], "did you mean 'cheater'?"),
        (["random", "--players", "6"], "--players wants 3, 2-5 or 2,4, not '6'"),
        (["random", "--players", "5-2"], "--players wants"),
        (["random", "--players", ""], "--players wants"),
        (["random,random", "--players", "2-3"], "names 2 bots for 3 seats"),
        (["random", "--mix"], "--mix needs two bots or more"),
        (["random", "cautious,random", "--mix"], "name them one by one"),
        (["random", "--games", "0"], "--games"),
        (["random", "--seed", "4294967296"], "--seed"),
        (["random", "--games", "2", "--from", "4294967295"], "a seed has 4294967296 games"),
        (["random", "--variant", "bsae"], "did you mean 'base'?"),
        (["random", "--jobs", "2", "--cluster", "x"], "--jobs and --cluster exclude each other"),
        (["random", "--plot", "x.pdf"], "a picture is written as .svg or .png, not 'x.pdf'"),
    ],
)
def test_a_mistake_is_one_clear_line(tamaya: Here, args: list[str], words: str) -> None:
    ran = tamaya("arena", *args)
    assert ran.status == 2
    assert words in ran.complaint()


def test_what_is_missing_is_said_with_how_to_get_it(
    tamaya: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PIL", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not there
    ran = tamaya("arena", "random", "--plot", "x.png")
    assert "pip install 'tamaya[plot]'" in ran.complaint()
    ran = tamaya("arena", "random", "--cluster", "tcp://127.0.0.1:1")
    assert "pip install 'tamaya[cluster]'" in ran.complaint()


def test_numbers_of_players() -> None:
    assert parse_player_counts("2-5") == [2, 3, 4, 5]
    assert parse_player_counts("4, 2,2-3") == [4, 2, 3]


@pytest.mark.usefixtures("tiny_bots")
def test_a_bot_that_fails_ends_the_run_and_can_be_seen_again(tamaya: Here, tmp_path: Path) -> None:
    args = ("arena", "cautious,raises", "--games", "40", "--jobs", "1", "--save", tmp_path)
    ran = tamaya(*args)
    assert ran.status == 1
    assert ran.out == ""
    said = ran.complaint()
    assert said.startswith("tamaya: raises in seat B failed at move 8 of game 0 (base, 2 players,")
    assert "ZeroDivisionError: no way (tiny_bots.py, line " in said
    again = said.partition("to see it again: tamaya ")[2]
    assert again == "arena cautious,raises --variant base --seed 1 --from 0 --games 1"
    assert tamaya(*again.split(), "--jobs", "1").complaint() == said
    kept = decode((tmp_path / "base-2p-cautious,raises-seed1-game00000.json").read_text("utf-8"))
    assert len(kept.actions) == 7
