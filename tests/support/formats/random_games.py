"""Random games in random option sets: some clumsy and short, some lucky and long."""

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

from support import drivers
from tamaya.deals import Generator, seeded
from tamaya.formats.game import Game
from tamaya.rules import Action, Options, Seat, State, parse_options, start

T = TypeVar("T")
NAMES = ("Ana", "Bo Ek", "Chloé", "Ďuro", "伊織 👩\u200d🚀")
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
    words += (
        [pick(chance, ("clues=9", "clues=10", "clues=11", "clues=12"))]
        if chance.below(4) == 0
        else []
    )
    return "+".join(words)


def site_variant(chance: Generator) -> str:
    """Any option set that hanab.live plays too."""
    words = [pick(chance, SITE_VARIANTS)]
    words += [word for word in ("bouquet", "noempty") if chance.below(3) == 0]
    return "+".join(words)


def random_game(seed: int, variant: str | None = None, *, first: int | None = None) -> Game:
    """A whole game of a seed, or its beginning, or one that the players ended."""
    chance = Generator(seed)
    rules = parse_options(variant or any_variant(chance), 2 + chance.below(4))
    begins = Seat(chance.below(rules.players) if first is None else first)
    game = Game(rules, seeded(rules, seed), NAMES[: rules.players], first=begins)
    most = chance.below(60) if chance.below(3) == 0 else 1000
    actions, over = play(start(rules, game.deal, begins), chance, most)
    stopped = not over and chance.below(2) == 0
    return Game(rules, game.deal, game.names, actions, begins, stopped, notes(rules, chance))


def play(state: State, chance: Generator, most: int) -> tuple[tuple[Action, ...], bool]:
    driver = pick(chance, (drivers.uniform, drivers.lucky, drivers.lucky, drivers.late))
    rng, actions = drivers.chance(str(chance.word())), list[Action]()
    last = state.table
    for _, action, after, _ in islice(drivers.run(state, driver, rng), most):
        actions.append(action)
        last = after.table
    return tuple(actions), last.outcome is not None


def notes(rules: Options, chance: Generator) -> tuple[tuple[str, ...], ...]:
    if chance.below(3):
        return ()
    rows = tuple(
        tuple(pick(chance, NOTES) for _ in range(chance.below(9))) for _ in range(rules.players)
    )
    return rows if any(map(any, rows)) else ()
