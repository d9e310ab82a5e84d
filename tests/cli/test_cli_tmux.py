"""`tamaya play` in a real terminal: tmux, 80 columns and 24 rows, keys typed, the screen read."""

import subprocess
import time
from collections.abc import Iterator

import pytest

from support.cli.running import PATIENCE, TAMAYA
from support.parts import require_program

COLUMNS, ROWS = 80, 24


class Terminal:
    """A tmux server of its own with one window."""

    def __init__(self, socket: str) -> None:
        self.command = [require_program("tmux"), "-L", socket, "-f", "/dev/null"]

    def tmux(self, *words: str) -> str:
        done = subprocess.run(  # noqa: S603 - our own server
            [*self.command, *words], capture_output=True, text=True, check=True, timeout=PATIENCE
        )
        return done.stdout

    def open(self, *args: str) -> None:
        size = ("-x", str(COLUMNS), "-y", str(ROWS))
        self.tmux("new-session", "-d", *size, "-s", "game", *TAMAYA, *args)
        self.tmux("set-option", "-t", "game", "remain-on-exit", "on")

    def type(self, line: str) -> None:
        self.tmux("send-keys", "-t", "game", "-l", line)
        self.tmux("send-keys", "-t", "game", "Enter")

    def read_until(self, words: str, *, waits: bool = True) -> str:
        """The screen, once these words are on it and it waits for the next line."""
        screen, begin = "", time.monotonic()
        while time.monotonic() - begin < PATIENCE:
            screen = self.tmux("capture-pane", "-t", "game", "-p")
            if words in screen and screen.rstrip().endswith("Your turn >") == waits:
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{words!r} never came:\n{screen}")


@pytest.fixture
def terminal(worker_id: str, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    opened = Terminal(f"tamaya-{worker_id}-{abs(hash(request.node.nodeid))}")
    yield opened
    subprocess.run([*opened.command, "kill-server"], check=False, capture_output=True)  # noqa: S603


def test_a_person_plays_in_a_real_terminal(terminal: Terminal) -> None:
    terminal.open("play", "--seed", "3")
    first = terminal.read_until("Your turn >")
    assert "Turn 1 | clue tokens 8/8 | mistakes 0/3 | deck 35" in first
    assert "A You       ??           ??           ??           ??           ??" in first
    terminal.type("tell hana 1")
    second = terminal.read_until("You tell Hana: three 1s (2, 3, 4).")
    assert "Turn 4 |" in second
    terminal.type("p9")
    terminal.read_until("There is no card 9 in a hand of 5.")
    terminal.type("quit")
    terminal.read_until("Not finished, after 3 turns.", waits=False)


def test_the_whole_table_is_on_one_screen(terminal: Terminal) -> None:
    terminal.open("play", "--seed", "3", "--variant", "fr:all", "--players", "5")
    screen = terminal.read_until("Your turn >")
    lines = screen.splitlines()
    assert len([line for line in lines if line.strip()]) <= ROWS
    assert any(line.startswith("fireworks") and "k black" in line for line in lines)
    for seat in "ABCDE":
        assert any(line.startswith(f"{seat} ") for line in lines)
