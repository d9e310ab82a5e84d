"""Draw the picture of a game in the terminal for the README: docs/play.svg."""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from tamaya.bots import make
from tamaya.rules import parse_options
from tamaya.terminal.game_loop import show_table
from tamaya.terminal.session import new_session

PICTURE = Path(__file__).parents[1] / "docs/play.svg"
VARIANT, PLAYERS, SEED, TURNS = "fr:all", 4, 9, 9  # turns of the person
DARK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, LIGHT = (
    (20, 23, 47),
    (255, 107, 107),
    (61, 220, 151),
    (255, 210, 63),
    (90, 169, 255),
    (255, 138, 216),
    (120, 220, 232),
    (244, 241, 232),
)
COLOURS = [DARK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, LIGHT]
NIGHT = TerminalTheme((11, 14, 34), LIGHT, COLOURS, COLOURS)
TITLE = f"tamaya play --variant {VARIANT} --players {PLAYERS}"


def picture() -> str:
    """The table after some turns, as an SVG without external fonts."""
    session = new_session(parse_options(VARIANT, PLAYERS), "cautious", "Player", SEED, None)
    person, happened = make("cautious", SEED), session.bots_act()
    for _ in range(TURNS):
        happened = session.person_acts(person.act(session.view).action)
    console = Console(file=StringIO(), record=True, width=80, force_terminal=True, highlight=False)
    show_table(console, session, happened)
    console.print("Your turn > ", end="")
    svg = console.export_svg(title=TITLE, unique_id="tamaya", theme=NIGHT)
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"written: {PICTURE.name}")
