"""Ways to run the command line: in this process, as a process of its own, at a terminal."""

import io
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tamaya.bots import make
from tamaya.cli.main import main
from tamaya.formats.notation import action_text
from tamaya.rules import parse_options
from tamaya.terminal.session import TerminalSession, new_session

TAMAYA = [sys.executable, "-c", "from tamaya.cli.main import main; main()"]
PATIENCE = 20  # seconds
INTERRUPT = b"\x03"


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended, and what it said."""

    status: int
    out: str
    err: str

    def complaint(self) -> str:
        """The one line on standard error that an error is allowed."""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.strip()


class Here:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.patch = patch

    def __call__(self, *args: str | Path, stdin: str = "") -> Ran:
        self.patch.setattr(sys, "argv", ["tamaya", *map(str, args)])
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as leaving:
            main()
        out, err = self.capsys.readouterr()
        assert isinstance(leaving.value.code, int)
        return Ran(leaving.value.code, out, err)


def in_a_process(*args: str | Path, stdin: bytes = b"", **env: str) -> Ran:
    """Run the command for real, through pipes."""
    done = subprocess.run(  # noqa: S603 - our own command
        [*TAMAYA, *map(str, args)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, **env},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def at_a_terminal(args: Sequence[str], keys: Sequence[bytes], **env: str) -> tuple[int, str]:
    """Run the command on a pseudo-terminal of 80 columns, typing when it waits at its prompt."""
    pid, terminal = pty.fork()
    if pid == 0:
        surroundings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **env}
        os.execve(TAMAYA[0], [*TAMAYA, *args], surroundings)  # noqa: S606 - our own command
    seen, waiting, begin = b"", list(keys), time.monotonic()
    prompts = 0
    try:
        while time.monotonic() - begin < PATIENCE:
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    part = os.read(terminal, 65536)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                seen += part
            if waiting and seen.count(b" > ") > prompts:
                prompts = seen.count(b" > ")
                key = waiting.pop(0)
                if key == INTERRUPT:
                    time.sleep(0.5)  # Python misses one that comes before it reads the line
                os.write(terminal, key)
    finally:
        os.close(terminal)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), seen.decode()


def scripted(variant: str, players: int, seed: int, bot: str = "partner") -> list[str]:
    """What a person types who plays seat A like the cautious bot, to the end of the game."""
    session = new_session(parse_options(variant, players), bot, "Player", seed, None)
    return scripted_for(session)


def scripted_for(session: TerminalSession) -> list[str]:
    person, lines = make("cautious", 0), []
    session.bots_act()
    while not session.over:
        action = person.act(session.view).action
        lines.append(action_text(session.state.table, action))
        session.person_acts(action)
    return lines
