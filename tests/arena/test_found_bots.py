"""Bots of others: found where they are installed, listed, played, and harmless when broken."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.arena.installing import and_path, install
from support.cli.running import Here, in_a_process
from support.server.serving import Visitor, refusal, say, serving, shown
from tamaya.bots import BOTS, make
from tamaya.bots.cautious.bot import CautiousBot

PAGE = Path(__file__).parents[2] / "docs/bots.md"
TINY = {"deadly", "illegal", "made", "raises", "sleepy", "speechless", "unmade"}


def test_without_any_there_are_ours_alone() -> None:
    assert not TINY & set(BOTS)
    assert BOTS.broken == {}


@pytest.mark.usefixtures("tiny_bots")
def test_they_are_bots_like_ours() -> None:
    assert set(BOTS) >= TINY | {"cautious", "random"}
    assert len(BOTS) == len(list(BOTS)) == len(set(BOTS))
    assert "made" in BOTS
    assert BOTS["made"].about == "Is made."


@pytest.mark.usefixtures("tiny_bots")
def test_ours_win_and_broken_ones_are_told_with_their_error() -> None:
    assert isinstance(make("cautious", 0), CautiousBot)
    assert dict(BOTS.broken) == {
        "cautious (tiny_bots:impostor)": "ValueError: there is another bot cautious",
        "gone (no_such_module:bot)": "ModuleNotFoundError: No module named 'no_such_module'",
        "nameless (tiny_bots:nameless)": (
            "ValueError: a bot's name has small letters, digits, _ . and -, not 'No Name'"
        ),
        "number (tiny_bots:number)": (
            "TypeError: it names neither a BotEntry nor a function that returns one"
        ),
    }


@pytest.mark.usefixtures("tiny_bots")
def test_the_command_lists_them(tamaya: Here) -> None:
    ran = tamaya("bots")
    assert ran.status == 0
    names = [line.split()[0] for line in ran.out.splitlines()]
    assert names[:2] == list(BOTS)[:2]
    assert set(names) >= TINY
    assert "cheater" not in names
    complaints = ran.err.splitlines()
    assert len(complaints) == 4
    assert complaints[1].startswith("tamaya: a bot cannot be used: gone (no_such_module:bot): ")


@pytest.mark.usefixtures("installed")
def test_they_are_looked_for_only_when_needed() -> None:
    code = "import sys; from tamaya.bots import make; make({!r}, 1); print(*sys.modules)"
    for name, needed in (("random", False), ("made", True)):
        ran = subprocess.run(  # noqa: S603 - our own code
            [sys.executable, "-c", code.format(name)], capture_output=True, text=True, check=True
        )
        assert ("tiny_bots" in ran.stdout.split()) is needed


@pytest.mark.usefixtures("installed")
def test_they_play_in_the_arena_in_processes_of_their_own() -> None:
    made, ours = (
        in_a_process("arena", bot, "--players", "3", "--games", "4", "--jobs", "2", "--json")
        for bot in ("made", "cautious")
    )
    assert made.status == ours.status == 0
    assert json.loads(made.out)[0]["histogram"] == json.loads(ours.out)[0]["histogram"]


@pytest.mark.usefixtures("installed")
def test_they_sit_at_the_tables_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        visitor = Visitor(server.port)
        _, listed = visitor.ask("/api/bots")
        assert {"name": "made", "about": "Is made."} in listed
        assert "cheater" not in {bot["name"] for bot in listed}
        wanted = {"name": "Ada", "variant": "base", "players": 2}
        _, answer = visitor.ask("/api/play", {**wanted, "bot": "cheater"})
        assert answer["reason"] == "no-such-bot"
        status, opened = visitor.ask("/api/tables", {"settings": {"players": 3, "first": 0}})
        assert status == 201
        with visitor.join(opened["table"]) as socket:
            shown(socket)
            say(socket, "sit", seat=2, name="Ada")
            say(socket, "seat-bot", seat=0, bot="made")
            say(socket, "seat-bot", seat=1, bot="cheater")
            assert refusal(socket) == "no-such-bot"
            say(socket, "seat-bot", seat=1, bot="made")
            say(socket, "begin")
            now = shown(socket, lambda told: bool(told["play"] and told["play"]["legal"]))
            assert now["seats"][0]["bot"] == "made"
            assert len(now["play"]["events"]) >= 2, "they have moved"


# the example of the docs


def example() -> tuple[str, str, str]:
    """The module of the page, its file's name, and its entry points."""
    page = PAGE.read_text(encoding="utf-8")
    module = re.search(r"<!-- example: (\w+)\.py -->\n```python\n(.+?)```", page, re.DOTALL)
    points = re.search(r'\[project\.entry-points\."tamaya\.bots"\]\n(.+?)```', page, re.DOTALL)
    assert module is not None
    assert points is not None
    return module[1], module[2], points[1]


def test_the_example_is_short_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, code, points = example()
    body = code.partition("class ")[2].partition("\n\n\n")[0]
    assert len(body.splitlines()) <= 10
    install(tmp_path, name, code, dict(re.findall(r'(\w+) = "(.+)"', points)))
    monkeypatch.setenv("PYTHONPATH", and_path(tmp_path))
    assert "\nbold        Plays first, thinks later.\n" in in_a_process("bots").out
    for variant in ("base", "wild10+black+tiles+announce+bouquet"):
        ran = in_a_process("arena", "bold", "--variant", variant, "--games", "5", "--jobs", "1")
        assert (ran.status, ran.err) == (0, "")
