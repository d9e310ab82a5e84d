"""A real distribution with bots of its own, in a folder that Python looks in."""

import os
from pathlib import Path

MODULE = '''
"""Bots that misbehave, each in its own way."""

import os
import signal
import time
from pathlib import Path

from tamaya.bots import BotEntry, Move, make
from tamaya.rules import CardId, Discard


class Cautious:
    def __init__(self):
        self.inner = make("cautious", 0)

    def act(self, view):
        self.before(view)
        return self.inner.act(view)

    def before(self, view):
        pass


class Sleepy(Cautious):
    def before(self, view):
        time.sleep(0.005)


class Deadly(Cautious):
    """Kills its process, so often as it is told; a file stands for each death."""

    def before(self, view):
        if view.table.turns == 9:
            for death in range(int(os.environ["DEATHS"])):
                try:
                    Path(os.environ["GRAVES"], str(death)).touch(exist_ok=False)
                except FileExistsError:
                    continue
                os.kill(os.getpid(), signal.SIGKILL)


class Raises(Cautious):
    def before(self, view):
        if view.table.turns == 7:
            raise ZeroDivisionError("no\\n  way")


class Illegal(Cautious):
    def act(self, view):
        return Move(Discard(CardId(99))) if view.table.turns >= 4 else super().act(view)


class Speechless:
    def act(self, view):
        return None


def unmade(seed):
    raise RuntimeError("not today")


def entry(name, make):
    return BotEntry(name, f"Is {name}.", make)


sleepy = entry("sleepy", lambda seed: Sleepy())
deadly = entry("deadly", lambda seed: Deadly())
raises = entry("raises", lambda seed: Raises())
illegal = entry("illegal", lambda seed: Illegal())
speechless = entry("speechless", lambda seed: Speechless())
unmade = entry("unmade", unmade)
impostor = entry("cautious", lambda seed: Speechless())
nameless = entry("No Name", lambda seed: Speechless())
number = 7


def made():
    return entry("made", lambda seed: Cautious())
'''
POINTS = {
    **{
        name: f"tiny_bots:{name}"
        for name in ("sleepy", "deadly", "raises", "illegal", "speechless", "unmade", "made")
    },
    "cautious": "tiny_bots:impostor",
    "nameless": "tiny_bots:nameless",
    "number": "tiny_bots:number",
    "gone": "no_such_module:bot",
}


def install(folder: Path, name: str, code: str, points: dict[str, str]) -> None:
    """What pip leaves behind when it has installed a module with entry points."""
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    (info / "METADATA").write_text(about, encoding="utf-8")
    lines = [f"{point} = {value}" for point, value in points.items()]
    text = "\n".join(["[tamaya.bots]", *lines, ""])
    (info / "entry_points.txt").write_text(text, encoding="utf-8")


def and_path(folder: Path) -> str:
    """A PYTHONPATH in which this folder comes first."""
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])


def install_tiny(folder: Path) -> None:
    """The bots above."""
    install(folder, "tiny_bots", MODULE, POINTS)
