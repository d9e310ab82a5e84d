"""Random games in random option sets: some clumsy and short, some lucky and long."""

from collections.abc import Sequence
from typing import TypeVar

from tamaya.deals import Generator, seeded
from tamaya.formats.game import Game
from tamaya.rules import (
    Action,
    Discard,
    Options,
    Play,
    Seat,
    State,
    apply,
    indispensable,
    legal_actions,
    options,
    start,
    view,
)
from tamaya.rules.table import fits

T = TypeVar("T")
NAMES = ("Ana", "Bo Ek", "Chloé", "Ďuro", "伊織")
NOTES = ("", "", "", "maybe 3?", 'a "quoted" \\ note\n', "火🎆")
SITE_VARIANTS = ("base", "own10", "own5", "wild10", "wild5", "black")


def pick(chance: Generator, items: Sequence[T]) -> T:
    return items[chance.below(len(items))]


def any_variant(chance: Generator) -> str:
    """Any option set that the notation can write."""
    suits = [pick(chance, ("", "own10", "own5", "wild10", "wild5")), pick(chance, ("", "black"))]
    words = [word for word in suits if word] or ["base"]
    words += [w for w in ("tiles", "announce", "bouquet", "noempty") if chance.below(2)]
    words += [pick(chance, ("mistakes=1", "mistakes=2"))] if chance.below(4) == 0 else []
    words += [pick(chance, ("clues=9", "clues=12"))] if chance.below(4) == 0 else []
    return "+".join(words)


def site_variant(chance: Generator) -> str:
    """Any option set that hanab.live plays too."""
    words = [pick(chance, SITE_VARIANTS)]
    words += [word for word in ("bouquet", "noempty") if chance.below(3) == 0]
    return "+".join(words)


def random_game(seed: int, variant: str | None = None, *, first: int | None = None) -> Game:
    """A whole game of a seed, or its beginning, or one that the players ended."""
    chance = Generator(seed)
    rules = options(variant or any_variant(chance), 2 + chance.below(4))
    begins = Seat(chance.below(rules.players) if first is None else first)
    game = Game(rules, seeded(rules, seed), NAMES[: rules.players], first=begins)
    most = chance.below(60) if chance.below(3) == 0 else 1000
    actions, over = play(start(rules, game.deal, begins), chance, most)
    stopped = not over and chance.below(2) == 0
    return Game(rules, game.deal, game.names, actions, begins, stopped, notes(rules, chance))


def play(state: State, chance: Generator, most: int) -> tuple[tuple[Action, ...], bool]:
    luck, actions = 8 + chance.below(4) if chance.below(3) else 0, list[Action]()
    while state.table.outcome is None and len(actions) < most:
        action = choose(state, chance, luck)
        state, _ = apply(state, action)
        actions.append(action)
    return tuple(actions), state.table.outcome is not None


def choose(state: State, chance: Generator, luck: int) -> Action:
    """A legal action: with luck, a card that fits, or else nothing that hurts."""
    legal = legal_actions(view(state, state.table.to_move))
    if chance.below(11) >= luck:
        return pick(chance, legal)
    fitting = [a for a in legal if isinstance(a, Play) and right(state, a)]
    keep = indispensable(state.table)
    harmless = [
        a
        for a in legal
        if not (isinstance(a, Play) or (isinstance(a, Discard) and state.faces[a.card] in keep))
    ]
    return pick(chance, fitting or harmless or legal)


def right(state: State, action: Play) -> bool:
    face = state.faces[action.card]
    return fits(state.table, face) and action.announced in (None, face.suit)


def notes(rules: Options, chance: Generator) -> tuple[tuple[str, ...], ...]:
    if chance.below(3):
        return ()
    rows = tuple(
        tuple(pick(chance, NOTES) for _ in range(chance.below(9))) for _ in range(rules.players)
    )
    return rows if any(map(any, rows)) else ()
