"""Other engines in random play, each called as its documentation says."""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from tamaya.bench.speed import PlayedCount, PlayOnce

NOTHING, MOVER, EVERYBODY = "no observation", "mover's vector", "all vectors"
GAMES = 20  # at a time
JAX_GAMES = {"cpu": 1_024, "cuda": 131_072}  # in a batch
JAX_MOVES = 16  # at a time, in every game of the batch


class Peer(NamedTuple):
    """Another engine: its name, what is observed, and a way to play it."""

    name: str
    observed: str
    start: Callable[[int, str], PlayOnce]  # for so many players, on a device


def installed(device: str) -> Iterator[Peer]:
    """The engines that are installed and run on the device; starting one may raise ImportError."""
    for module, peer in PEERS:
        if (device == "cpu" or module == "jaxmarl") and find_spec(module):
            yield peer


def _games(game: Callable[[Random], int]) -> PlayOnce:
    """A function that plays some whole games, one after the other."""
    chance = Random(1)  # noqa: S311 - a measurement, not a secret

    def play() -> PlayedCount:
        return PlayedCount(sum(game(chance) for _ in range(GAMES)), GAMES)

    return play


# the Hanabi Learning Environment


def _hle(players: int, _: str, *, observe: bool) -> PlayOnce:
    pyhanabi = import_module("hanabi_learning_environment.pyhanabi")
    rules = pyhanabi.HanabiGame({"players": players})
    encoder = pyhanabi.ObservationEncoder(rules, pyhanabi.ObservationEncoderType.CANONICAL)

    def game(chance: Random) -> int:
        state, moves = rules.new_initial_state(), 0
        while not state.is_terminal():
            mover = state.cur_player()
            if mover == pyhanabi.CHANCE_PLAYER_ID:
                state.deal_random_card()
                continue
            if observe:
                encoder.encode(state.observation(mover))
            state.apply_move(chance.choice(state.legal_moves()))
            moves += 1
        return moves

    return _games(game)


def _rl_env(players: int, _: str) -> PlayOnce:
    env = import_module("hanabi_learning_environment.rl_env").make("Hanabi-Full", players)

    def game(chance: Random) -> int:
        seen, done, moves = env.reset(), False, 0
        while not done:
            mover = seen["player_observations"][seen["current_player"]]
            seen, _, done, _ = env.step(chance.choice(mover["legal_moves_as_int"]))
            moves += 1
        return moves

    return _games(game)


# OpenSpiel


def _open_spiel(players: int, _: str, *, observe: bool) -> PlayOnce:
    hanabi = import_module("pyspiel").load_game("hanabi", {"players": players})

    def game(chance: Random) -> int:
        state, moves = hanabi.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                faces, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(faces, weights)[0])
                continue
            if observe:
                state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
        return moves

    return _games(game)


# PettingZoo


def _pettingzoo(players: int, _: str) -> PlayOnce:
    hand = 5 if players <= 3 else 4
    with warnings.catch_warnings(action="ignore"):
        hanabi = import_module("pettingzoo.classic.hanabi_v5")
        env = hanabi.env(players=players, hand_size=hand)

    def game(chance: Random) -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(chance.choice(seen["action_mask"].nonzero()[0].tolist()))
            moves += 1
        return moves

    return _games(game)


# JaxMARL


def _jaxmarl(players: int, device: str) -> PlayOnce:
    """A batch in one compiled loop; observations are carried along so that they are computed."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    if (jax.default_backend() == "cpu") != (device == "cpu"):
        raise ImportError(f"JAX is not set up for {device}")
    env = import_module("jaxmarl.environments.hanabi").Hanabi(num_agents=players)
    batch = JAX_GAMES[device]

    def choose(key: Any, state: Any) -> Any:
        legal = env.get_legal_moves(state)
        keys = dict(zip(env.agents, jax.random.split(key, players), strict=True))
        return {
            who: jax.random.categorical(keys[who], jnp.where(legal[who] > 0, 0.0, -1e9))
            for who in env.agents
        }

    def move(carried: Any, key: Any) -> Any:
        state, _ = carried
        chosen, turned = jax.random.split(key)
        actions = jax.vmap(choose)(jax.random.split(chosen, batch), state)
        seen, state, _, done, _ = jax.vmap(env.step)(
            jax.random.split(turned, batch), state, actions
        )
        return (state, seen), done["__all__"].sum()

    seen, state = jax.vmap(env.reset)(jax.random.split(jax.random.PRNGKey(0), batch))
    loop = jax.jit(lambda carried, keys: jax.lax.scan(move, carried, keys), donate_argnums=0)
    kept = {"carried": (state, seen), "key": jax.random.PRNGKey(1)}

    def play() -> PlayedCount:
        kept["key"], key = jax.random.split(kept["key"])
        kept["carried"], ended = loop(kept["carried"], jax.random.split(key, JAX_MOVES))
        return PlayedCount(JAX_MOVES * batch, int(ended.sum()))

    return play


PEERS = (
    (
        "hanabi_learning_environment",
        Peer("HLE, raw Python", NOTHING, partial(_hle, observe=False)),
    ),
    ("pyspiel", Peer("OpenSpiel", NOTHING, partial(_open_spiel, observe=False))),
    ("hanabi_learning_environment", Peer("HLE, raw Python", MOVER, partial(_hle, observe=True))),
    ("pyspiel", Peer("OpenSpiel", MOVER, partial(_open_spiel, observe=True))),
    ("pettingzoo", Peer("PettingZoo", MOVER, _pettingzoo)),
    ("hanabi_learning_environment", Peer("HLE, rl_env", EVERYBODY, _rl_env)),
    ("jaxmarl", Peer("JaxMARL", EVERYBODY, _jaxmarl)),
)
