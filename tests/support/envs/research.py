"""Games on the research environment's interface, whichever library is behind it.

The same code plays with the original and with ours, and writes down everything that can be seen.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Library:
    """The two modules that programs import."""

    rl_env: Any
    pyhanabi: Any

    @classmethod
    def load(cls, package: str) -> "Library":
        """Both modules of a package."""
        return cls(import_module(f"{package}.rl_env"), import_module(f"{package}.pyhanabi"))


OURS = Library.load("tamaya.envs.hle")
ORIGINAL = "hanabi_learning_environment"
GOLDEN = Path(__file__).parents[2] / "golden" / "hle.json"

SMALL: Plain = {
    "colors": 2,
    "hand_size": 2,
    "max_information_tokens": 3,
    "max_life_tokens": 1,
}
CONFIGS: dict[str, Plain] = {
    **{
        f"full-{players}-type-{kind}": {"players": players, "observation_type": kind}
        for players in (2, 3, 4, 5)
        for kind in (0, 1, 2)
    },
    **{f"small-{players}": SMALL | {"players": players} for players in (2, 3, 4, 5)},
    **{f"very-small-{players}": SMALL | {"players": players, "colors": 1} for players in (2, 3, 5)},
    **{
        f"any-start-{players}": {"players": players, "random_start_player": True}
        for players in (2, 3, 4, 5)
    },
    "small-minimal": SMALL | {"observation_type": 0},
    "small-seer": SMALL | {"players": 3, "observation_type": 2},
    "hand-1": {"players": 3, "hand_size": 1, "max_life_tokens": 9},
    "hand-3": {"players": 4, "hand_size": 3, "random_start_player": True},
    "hand-6": {"players": 2, "hand_size": 6},
    "hand-7": {"players": 2, "hand_size": 7, "colors": 3, "ranks": 5},
    "no-tokens": {"players": 2, "max_information_tokens": 0, "max_life_tokens": 15},
    "many-tokens": {"players": 3, "max_information_tokens": 20, "max_life_tokens": 6},
    "ranks-1": {"players": 2, "ranks": 1, "hand_size": 3, "colors": 4},
    "ranks-2": {"players": 5, "ranks": 2, "colors": 5, "hand_size": 2, "observation_type": 2},
    "ranks-3": {"players": 3, "ranks": 3, "colors": 4, "hand_size": 4, "max_life_tokens": 2},
    "ranks-4": {"players": 4, "ranks": 4, "colors": 3, "observation_type": 0},
    "no-deck": {"players": 2, "colors": 1, "ranks": 5, "hand_size": 5, "max_life_tokens": 4},
    "negative-seed": {"players": 2, "seed": -5},
}


# what is seen


def seen(found: Plain) -> list[Plain]:
    """Every player's part, without the object in it."""
    return [
        {name: value for name, value in one.items() if name != "pyhanabi"}
        for one in found["player_observations"]
    ]


def looked(library: Library, env: Any) -> Plain:
    """All that state and observations answer."""
    state, observations = env.state, [env.state.observation(p) for p in range(env.players)]
    chance = state.cur_player() == library.pyhanabi.CHANCE_PLAYER_ID
    return {
        "text": str(state),
        "player": state.cur_player(),
        "hands": [[card.to_dict() for card in hand] for hand in state.player_hands()],
        "deck": state.deck_size(),
        "pile": [str(card) for card in state.discard_pile()],
        "fireworks": state.fireworks(),
        "tokens": [state.information_tokens(), state.life_tokens()],
        "end": [int(state.end_of_game_status()), state.is_terminal(), state.score()],
        "fits": [
            bool(state.card_playable_on_fireworks(color, rank))
            for color in range(env.game.num_colors())
            for rank in range(env.game.num_ranks())
        ],
        "moves": [] if chance else [facts(env.game, move) for move in state.legal_moves()],
        "history": [item_facts(env.game, item) for item in state.move_history()[-3:]],
        "observations": [observed(env.game, one) for one in observations],
    }


def observed(game: Any, one: Any) -> Plain:
    """All that an observation answers."""
    return {
        "text": str(one),
        "offset": one.cur_player_offset(),
        "players": one.num_players(),
        "hands": [[str(card) for card in hand] for hand in one.observed_hands()],
        "known": [[knowledge_facts(card) for card in hand] for hand in one.card_knowledge()],
        "pile": [str(card) for card in one.discard_pile()],
        "fireworks": one.fireworks(),
        "counts": [one.deck_size(), one.information_tokens(), one.life_tokens()],
        "last": [item_facts(game, item) for item in one.last_moves()],
        "moves": [str(move) for move in one.legal_moves()],
        "fits": [bool(one.card_playable_on_fireworks(0, rank)) for rank in range(game.num_ranks())],
    }


def facts(game: Any, move: Any) -> list[object]:
    """All that a move answers."""
    numbers = [move.card_index(), move.target_offset(), move.color(), move.rank()]
    return [str(move), int(move.type()), *numbers, move.to_dict(), game.get_move_uid(move)]


def item_facts(game: Any, item: Any) -> list[object]:
    """All that a history item answers."""
    return [
        str(item),
        *facts(game, item.move()),
        item.player(),
        item.scored(),
        item.information_token(),
        item.color(),
        item.rank(),
        item.card_info_revealed(),
        item.card_info_newly_revealed(),
        item.deal_to_player(),
    ]


def knowledge_facts(card: Any) -> list[object]:
    """All that clues say about a card."""
    return [str(card), card.color(), card.rank(), bool(card.color_plausible(0))]


# games


def choose(env: Any, chance: Random, luck: float) -> int:
    """A legal move: with luck a card that fits is played, and no other."""
    state = env.state
    legal = state.legal_moves()
    if chance.random() >= luck:
        return int(env.game.get_move_uid(chance.choice(legal)))
    hand = state.player_hands()[state.cur_player()]
    plays = [move for move in legal if move.to_dict()["action_type"] == "PLAY"]
    good = [
        move
        for move, card in zip(plays, hand, strict=True)
        if state.card_playable_on_fireworks(card.color(), card.rank())
    ]
    others = [move for move in legal if move not in plays]
    return int(env.game.get_move_uid(chance.choice(good or others or legal)))


def chance_for(name: str, number: int) -> Random:
    """The chance with which the moves of a game are chosen."""
    return Random(f"{name} {number}")  # noqa: S311 - tests


# golden games


LUCKS = (0, 0.6, 0.95)  # of the games that are recorded
Chooser = Callable[[Any], int]


def record(library: Library, config: Plain, choosers: Iterable[Chooser]) -> Plain:
    """A game for each chooser: all that was seen, in a few letters a move."""
    env = library.rl_env.HanabiEnv(config)
    return {
        "config": config,
        "parameters": env.game.parameter_string(),
        "shape": env.vectorized_observation_shape(),
        "moves": [facts(env.game, env.game.get_move(uid)) for uid in (0, env.num_moves() - 1)],
        "games": [_recorded(library, env, chooser) for chooser in choosers],
    }


def at_random(name: str) -> list[Chooser]:
    """Choosers of games to record."""
    return [partial(choose, chance=chance_for(name, n), luck=luck) for n, luck in enumerate(LUCKS)]


def as_before(golden: Plain) -> list[Chooser]:
    """Choosers that do what was recorded."""
    return [_in_turn(iter(game["actions"])) for game in golden["games"]]


def _in_turn(actions: Iterator[int]) -> Chooser:
    return lambda _: next(actions)


def _recorded(library: Library, env: Any, chooser: Chooser) -> Plain:
    """A game; what player 0 sees at the end in full, the rest as digests."""
    found, done = env.reset(), False
    actions, rewards, digests = [], [], [digest([seen(found), looked(library, env)])]
    while not done:
        actions.append(chooser(env))
        found, reward, done, _ = env.step(actions[-1])
        rewards.append(reward)
        digests.append(digest([seen(found), reward, done, looked(library, env)]))
    return {
        "actions": actions,
        "rewards": rewards,
        "end": int(env.state.end_of_game_status()),
        "token": _last_move(env.state).information_token(),
        "digests": " ".join(digests),
        "last": _in_full(found),
    }


def _last_move(state: Any) -> Any:
    return next(item for item in reversed(state.move_history()) if item.player() >= 0)


def _in_full(found: Plain) -> Plain:
    part = seen(found)[0]
    return part | {"vectorized": "".join(map(str, part["vectorized"]))}


def digest(value: object) -> str:
    """A value in eight letters; the order of keys counts."""
    text = json.dumps(value, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]
