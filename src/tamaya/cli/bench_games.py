"""Random games to measure: on our rules, and on OpenSpiel's Python interface."""

from collections.abc import Callable
from random import Random

from tamaya import deals
from tamaya.rules import apply, legal_actions, options, start, view

PEER = "open_spiel"
Counted = int  # the moves of one game


def rules_game(variant: str, players: int) -> Callable[[int], Counted]:
    """A game on our rules: all legal actions of the mover's view, one of them, apply it."""
    chosen = options(variant, players)

    def game(seed: int) -> Counted:
        choose = Random(seed).choice  # noqa: S311 - a measurement, not a secret
        state, moves = start(chosen, deals.seeded(chosen, seed)), 0
        while state.table.outcome is None:
            action = choose(legal_actions(view(state, state.table.to_move)))
            state, _ = apply(state, action)
            moves += 1
        return moves

    return game


def peer_game(players: int) -> Callable[[int], Counted] | None:
    """The same on OpenSpiel, where it is installed with its Hanabi."""
    try:
        import pyspiel  # noqa: PLC0415 - an engine to compare with, often not there

        hanabi = pyspiel.load_game("hanabi", {"players": players})
    except (ImportError, RuntimeError):
        return None

    def game(seed: int) -> Counted:
        chance = Random(seed)  # noqa: S311 - a measurement, not a secret
        state, moves = hanabi.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                faces, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(faces, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                moves += 1
        return moves

    return game
