"""The page about formats: its examples are one game, and its tables name what there is."""

import re
from pathlib import Path

import pytest

from tamaya.formats import files, replay
from tamaya.formats.game import final_state
from tamaya.formats.hanablive import link, vocabulary

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


def blocks(language: str) -> list[str]:
    return [block for name, block in BLOCKS if name == language]


def test_the_replay_and_the_link_are_the_same_game() -> None:
    (own,), (_, url) = blocks("json"), blocks("text")
    game, same = replay.decode(own), link.decode(url).value
    assert (game.actions, game.deal) == (same.actions, same.deal)
    assert final_state(game).table == final_state(same).table


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks("python")
    exec(program, {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.startswith("line 1 compact 1\n")


def test_the_tables_are_complete() -> None:
    for word in (*replay.KEYS, *files.FORMATS, *files.ENDINGS):
        assert f"`{word}`" in PAGE
    for variant in vocabulary.VARIANTS:
        assert f"`{variant.name}`" in PAGE
