"""`tamaya play` at a real (pseudo) terminal: colour, no colour, Ctrl-C, Ctrl-D, width."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from support.cli.running import PATIENCE, TAMAYA, at_a_terminal, scripted
from tamaya.formats.replay import decode

GAME = ["play", "--seed", "1"]
NOT_FINISHED = "Not finished, after 0 turns."
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_colour_where_the_terminal_has_it() -> None:
    status, seen = at_a_terminal(GAME, [b"quit\n"])
    assert status == 0
    assert "\x1b[91m" in seen
    assert NOT_FINISHED in seen


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_no_colour_where_it_is_not_wanted(env: dict[str, str]) -> None:
    status, seen = at_a_terminal(GAME, [b"?\n", b"quit\n"], **env)
    assert status == 0
    assert "\x1b" not in seen
    assert "r red" in seen


def test_colour_is_never_the_only_sign() -> None:
    _, coloured = at_a_terminal(GAME, [b"B:1\n", b"quit\n"])
    _, plain = at_a_terminal(GAME, [b"B:1\n", b"quit\n"], NO_COLOR="1")
    assert ESCAPE.sub("", coloured) == plain


def test_ctrl_c_ends_cleanly() -> None:
    status, seen = at_a_terminal(GAME, [b"\x03"])
    assert status == 130
    assert f"Stopped. {NOT_FINISHED}" in seen
    assert "Traceback" not in seen
    assert seen.endswith("\r\n")


def test_ctrl_c_keeps_the_game_if_it_was_to_be_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    status, seen = at_a_terminal([*GAME, "--save", str(kept)], [b"B:1\n", b"\x03"], COLUMNS="200")
    assert status == 130
    assert f"Saved in {kept}." in seen
    assert len(decode(kept.read_text()).actions) == 3


def test_ctrl_d_ends_cleanly() -> None:
    status, seen = at_a_terminal(GAME, [b"\x04"])
    assert status == 0
    assert f"End of input. {NOT_FINISHED}" in seen


def test_an_interrupt_while_a_pipe_is_read() -> None:
    with subprocess.Popen(  # noqa: S603 - our own command
        [*TAMAYA, *GAME], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as game:
        assert game.stdout is not None
        assert game.stderr is not None
        seen = b""
        while b" > " not in seen:
            seen += os.read(game.stdout.fileno(), 65536)
        game.send_signal(signal.SIGINT)
        assert game.wait(PATIENCE) == 130
        assert b"Stopped." in game.stdout.read()
        assert game.stderr.read() == b""


def test_the_largest_table_fits_80_columns_and_24_rows() -> None:
    variant = "wild10+black+tiles+announce"
    lines = scripted(variant, 5, 3)
    args = ["play", "--seed", "3", "--variant", variant, "--players", "5"]
    keys = [f"{line}\n".encode() for line in lines]
    status, seen = at_a_terminal(args, keys, NO_COLOR="1")
    assert status == 0
    assert "The cards left in hand:" in seen
    assert max(len(line) for line in seen.splitlines()) <= 80
    screens = re.split(r"\r\n\r\n(?=Turn|LAST)", seen)[1:]
    heights = sorted(screen.split(" > ")[0].count("\n") + 1 for screen in screens)
    assert heights[len(heights) // 2] <= 24  # what many tiles and tokens bring may scroll


@pytest.mark.parametrize("sign", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_window_keeps_the_game_too(tmp_path: Path, sign: signal.Signals) -> None:
    kept = tmp_path / "kept.json"
    with subprocess.Popen(  # noqa: S603 - our own command
        [*TAMAYA, *GAME, "--save", str(kept)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(b"B:1\n")
        game.stdin.flush()
        seen = b""
        while b"Turn 4" not in seen or not seen.endswith(b" > "):
            seen += os.read(game.stdout.fileno(), 65536)
        game.send_signal(sign)
        assert game.wait(PATIENCE) == 130
    assert len(decode(kept.read_text()).actions) == 3
