"""Nothing hidden reaches the screen: deal anew what the person cannot see, and nothing changes."""

import io
import random
from dataclasses import replace

import pytest
from rich.console import Console

from support.drivers import chance
from support.option_sets import noted
from tamaya.bots import make
from tamaya.rules import State
from tamaya.terminal.game_loop import COMMANDS, show_table
from tamaya.terminal.session import PERSON, TerminalSession, new_session
from tamaya.terminal.verdicts import standing


def dealt_anew(state: State, rng: random.Random) -> State:
    """The same game with the person's hand, the deck and the tiles shuffled."""
    hidden = [*state.table.hands[PERSON], *range(state.table.drawn, len(state.faces))]
    faces, pool = list(state.faces), [state.faces[card] for card in hidden]
    rng.shuffle(pool)
    for card, face in zip(hidden, pool, strict=True):
        faces[card] = face
    tiles = list(state.tiles)
    rng.shuffle(tiles)
    return replace(state, faces=tuple(faces), tiles=tuple(tiles), place=rng.randrange(1 << 32))


def shown(session: TerminalSession, happened: list[str]) -> str:
    """All that the person can get to see at this moment, colours included."""
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=True, color_system="standard")
    show_table(console, session, happened)
    answers = [answer(session) for answer in COMMANDS.values()]
    return "\n".join([out.getvalue(), *answers, standing(session.state.table)])


@pytest.mark.parametrize("seed", range(10))
def test_no_screen_depends_on_what_the_person_cannot_see(seed: int) -> None:
    rng = chance(f"screens {seed}")
    bot = rng.choice(["cautious", "cautious", "random"])
    session = new_session(noted(rng.choice), bot, "Ada", seed, None)
    person, screens = make("cautious", 0), 0
    happened = session.bots_act()
    while not session.over:
        screen, truth = shown(session, happened), session.state
        for _ in range(2):
            session.state = dealt_anew(truth, rng)
            assert shown(session, happened) == screen
        session.state = truth
        screens += 1
        happened = session.person_acts(person.act(session.view).action)
    assert screens


def test_the_test_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that shows the person's own hand is caught."""
    session = new_session(noted(chance("x").choice), "cautious", "Ada", 1, None)
    before = session.state
    monkeypatch.setitem(COMMANDS, "peek", lambda game: str(game.state.faces))
    screen = shown(session, [])
    session.state = dealt_anew(before, chance("y"))
    assert shown(session, []) != screen
