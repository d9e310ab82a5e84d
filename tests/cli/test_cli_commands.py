"""The commands that only say something, and one clear line for everything that goes wrong."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from support.cli.running import PATIENCE, TAMAYA, Here, in_a_process
from tamaya import __version__
from tamaya.bots import BOTS
from tamaya.rules import PRESETS, parse_options
from tamaya.rules.notation import SUITS, WORDS
from tamaya.terminal.rules_text import OPTION_WORDS, describe_rules


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(capsys, monkeypatch)


COMMANDS: tuple[list[str], ...] = (
    ["play"],
    ["rules"],
    ["bots"],
    ["arena"],
    ["replay"],
    ["convert"],
    ["bench"],
    ["bench", "rules"],
    ["bench", "kernel"],
    ["train"],
    [],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(tamaya: Here, command: list[str]) -> None:
    ran = tamaya(*command, "--help")
    assert ran.status == 0
    assert "Example: tamaya " in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_no_command_is_a_request_for_help(tamaya: Here) -> None:
    ran = tamaya()
    assert ran.status == 0
    assert ran.out == tamaya("--help").out


def test_version(tamaya: Here) -> None:
    assert tamaya("--version").out == f"tamaya {__version__}\n"


def test_bots_are_listed(tamaya: Here) -> None:
    out = tamaya("bots").out
    assert all(entry.name in out and entry.about in out for entry in BOTS.values())


def test_rules_lists_every_preset_and_every_option_word(tamaya: Here) -> None:
    words = tamaya("rules").out.replace(",", " ").split()
    defaults = {"mistakes=3", "clues=8"}
    assert {*PRESETS, *WORDS} - defaults <= set(words)
    assert OPTION_WORDS.keys() <= set(WORDS)


@pytest.mark.parametrize("name", sorted({*PRESETS.values(), "own5+announce+bouquet+noempty"}))
def test_rules_of_a_variant_fit_the_screen(tamaya: Here, name: str) -> None:
    ran = tamaya("rules", name)
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80


def test_rules_of_a_preset_say_what_it_means(tamaya: Here) -> None:
    out = tamaya("rules", "fr:all").out
    assert out.startswith("wild10+black+tiles\n")
    assert "The deck has 70 cards:" in out
    assert "k  black       1 2 2 3 3 4 4 5 5 5" in out
    assert "The best score is 30." in out


def test_each_option_has_its_sentence() -> None:
    plain = describe_rules(parse_options("base"))
    for word in WORDS:
        variant = word if word in SUITS else f"base+{word}"
        if word != "base" and parse_options(variant) != parse_options("base"):
            assert set(describe_rules(parse_options(variant))) - set(plain), word


USAGE_ERRORS = (
    (["foo"], "No such command 'foo'."),
    (["play", "--players", "6"], "2 to 5 players play, not 6"),
    (["play", "--players", "many"], "--players"),
    (["play", "--players"], "requires an argument"),
    (["play", "--fast"], "--fast"),
    (["play", "--variant", "wild11"], "did you mean 'wild10'?"),
    (["play", "--variant", "own5+wild5"], "at most one multicolour form"),
    (["play", "--bot", "cautius"], "did you mean 'cautious'?"),
    (["play", "--bot", "net:two.safetensors"], "files of nets play in `tamaya arena` only"),
    (["play", "--bot", "net:"], "files of nets play in `tamaya arena` only"),
    (["arena", "net:"], "net: wants the name of a file after it"),
    (["play", "--first", "D"], "seats are A, B, C"),
    (["play", "--seed", "-1"], "a seed is a whole number from 0"),
    (["play", "--seed", str(2**64)], "a seed is a whole number from 0"),
    (["play", "--name", "\x1b[31mred"], "a name has 1 to 20 printable characters"),
    (["rules", "fr:avalance"], "did you mean 'fr:avalanche'?"),
    (["rules", "\x1b[31m\n"], "unknown variant word"),
    (["replay"], "Missing argument 'FILE'."),
    (["convert", "only-one"], "Missing argument 'OUT'."),
    (["bench", "kernels"], "No such command 'kernels'."),
    (["bench", "kernel", "--device", "tpu"], "--device is cpu or cuda, not tpu"),
    (["bench", "rules", "--seconds", "0"], "--seconds"),
    (["train"], "Missing option '--out'."),
    (["train", "--out", "net", "--device", "tpu"], "--device is cpu or cuda, not tpu"),
    (["train", "--out", "net", "--resume", "a", "--after", "b"], "a run as it is"),
)


@pytest.mark.parametrize(("args", "words"), USAGE_ERRORS)
def test_a_usage_error_is_one_clear_line(tamaya: Here, args: list[str], words: str) -> None:
    ran = tamaya(*args)
    assert ran.status == 2
    assert ran.complaint().startswith("tamaya: ")
    assert words in ran.err
    assert "\x1b" not in ran.err


def test_as_a_process_errors_look_the_same() -> None:
    ran = in_a_process("rules", "bsae")
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaint() == "tamaya: unknown variant word 'bsae'; did you mean 'base'?"


@pytest.mark.parametrize("args", [["rules"], ["--help"]])
def test_a_closed_pipe_is_left_quietly(args: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            [*TAMAYA, *args], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=PATIENCE
        )
    finally:
        os.close(writing)
    assert done.stderr == b""


def test_output_that_cannot_be_encoded_is_replaced() -> None:
    ran = in_a_process("rules", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.status == 0


def test_bench_json_has_the_promised_keys(tamaya: Here) -> None:
    ran = tamaya("bench", "rules", "--json", "--seconds", "0.01")
    rows = json.loads(ran.out)
    keys = "name variant players device moves_per_s ratio_to ratio game_length repeats"
    assert all(" ".join(row) == keys for row in rows)
    ours = [(row["variant"], row["players"]) for row in rows if row["name"] == "tamaya.rules"]
    variants = ("base", "base+noempty", "wild10+black+tiles")
    assert ours == [(variant, players) for variant in variants for players in (2, 5)]
    assert all(row["moves_per_s"] > 0 and row["game_length"] > 1 for row in rows)
    peers = [row for row in rows if row["name"] != "tamaya.rules"]
    for row in rows:
        compared = bool(peers) and row["variant"] == "base+noempty" and row not in peers
        assert (row["ratio"] is not None) == compared
        assert row["ratio_to"] == ("open_spiel" if compared else None)


def test_bench_for_people(tamaya: Here) -> None:
    out = tamaya("bench", "rules", "--seconds", "0.01").out
    assert "moves/s" in out
    assert "tamaya.rules" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_folder_that_is_not_there_is_refused_before_the_game(
    tamaya: Here, tmp_path: Path
) -> None:
    ran = tamaya("play", "--save", tmp_path / "none" / "game.json")
    assert ran.status == 1
    assert "there is no folder" in ran.complaint()
    assert ran.out == ""
    assert "it is a folder" in tamaya("play", "--save", tmp_path).complaint()
