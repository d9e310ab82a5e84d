"""Bots of ours as programs, each in a process of its own."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from support.cli.running import PATIENCE, TAMAYA
from support.hanablive.bot_program import PASSWORD
from support.server.serving import Visitor


@contextmanager
def our_bot(
    name: str, bot_port: int, username: str, **env: str
) -> Iterator["subprocess.Popen[str]"]:
    """`tamaya bot`, whose password is in the environment."""
    command = [
        *TAMAYA,
        "bot",
        name,
        "--server",
        f"http://127.0.0.1:{bot_port}",
        "--username",
        username,
    ]
    known = {**os.environ, "TAMAYA_PASSWORD": PASSWORD, **env}
    process = subprocess.Popen(command, env=known, stderr=subprocess.PIPE, text=True)  # noqa: S603
    try:
        yield process
    finally:
        process.terminate()
        if process.stderr is not None and not process.stderr.closed:
            process.communicate(timeout=PATIENCE)


def wait_for(visitor: Visitor, guest: str) -> None:
    """Until a program is there."""
    until = time.monotonic() + PATIENCE
    while guest not in visitor.ask("/api/guests")[1]:
        assert time.monotonic() < until
        time.sleep(0.05)
