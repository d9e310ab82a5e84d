"""Every deal of a game so small that all of them can be played: what is exactly so.

The blueprint plays greedily. What a seat sees and what it then holds is counted over all deals, so
that beliefs have an exact posterior, and actions an exact value.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from tamaya.kernel.loops.batch_loops import deal_all_hands
from tamaya.kernel.own_hands import OwnHands, face_numbers, number_of_faces, own_hand_arrays
from tamaya.kernel.vector_games import SelfPlayBuffers, VectorGames
from tamaya.rules import Colour, Options
from tamaya.rules.suits import plain
from tamaya.search.belief_config import BeliefConfig
from tamaya.search.belief_network import BeliefNetwork
from tamaya.search.belief_training import BeliefTrainer
from tamaya.search.blueprint import Blueprint

MICRO = Options(
    2,
    tuple(plain(colour, (2, 1)) for colour in tuple(Colour)[:2]),
    hand=2,
    clue_tokens=2,
    mistakes=2,
    empty_clues=False,
)
MAX_TURNS = 40

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Moment:
    """All games that go on after so many turns, a row for each: what is seen, held and done."""

    words: Any
    deck: Any
    memory: Any
    observations: Any
    hands: OwnHands
    chosen: Numbers  # by the blueprint
    legal: npt.NDArray[np.bool_]


class Table:
    """The same game many times side by side, from given decks or given moments."""

    def __init__(self, blueprint: Blueprint, count: int) -> None:
        self.blueprint, self.games = blueprint, VectorGames(blueprint.mix, count)
        self.options = blueprint.mix.option_sets[0]
        self.row = SelfPlayBuffers(*(array[0] for array in self.games.buffers(1)))
        self.games.start(1)
        self.going_on = np.ones(count, bool)
        self.scores = np.zeros(count, np.int64)

    def deal(self, decks: Any) -> None:
        self.games.deck[:] = decks
        rows = self.games.words, self.games.deck
        self.games.device.run(deal_all_hands, self.games._tables[0], *rows, 0)

    def set(self, moment: Moment, rows: Any) -> None:
        """Go on from some rows of a moment."""
        self.games.words[:] = moment.words[rows]
        self.games.deck[:] = moment.deck[rows]
        self.games.memory[:] = moment.memory[rows]

    def greedy_actions(self) -> tuple[Numbers, npt.NDArray[np.bool_]]:
        """What the blueprint does in every game, and what is legal."""
        self.games.observe(self.row)
        packed = [torch.as_tensor(array.view(np.uint8)) for array in self.row[:2]]
        with torch.no_grad():
            log_probs, _ = self.blueprint.network(*packed)
        return log_probs.argmax(dim=1).numpy(), (log_probs > -1e8).numpy()

    def step(self, actions: Numbers) -> None:
        self.row.actions[:] = actions
        self.games.step(self.row)
        ended = self.going_on & (self.row.endings != 0)
        self.scores[ended] = self.row.scores[ended]
        self.going_on &= ~ended

    def play(self) -> Numbers:
        """Play greedily to the end; the scores."""
        for _ in range(MAX_TURNS):
            if not self.going_on.any():
                break
            self.step(self.greedy_actions()[0])
        return self.scores


def every_moment(blueprint: Blueprint) -> list[Moment]:
    """Every game, from every deal, turn by turn."""
    options = blueprint.mix.option_sets[0]
    faces = [face.suit * options.values + face.value - 1 for face in options.deck]
    decks = np.array(sorted(set(permutations(faces))), np.uint8)
    table = Table(blueprint, len(decks))
    table.deal(decks)
    numbers = face_numbers(blueprint.mix, [suit.name for suit in options.suits])
    moments = []
    while table.going_on.any():
        chosen, legal = table.greedy_actions()
        hands = own_hand_arrays(
            len(decks), options.hand_size, number_of_faces(options), table.games.device
        )
        table.games.observe_own_hands(numbers, hands)
        now, games = table.going_on, table.games
        arrays = games.words, games.deck, games.memory, table.row.observations
        words, deck, memory, seen = (array[now].copy() for array in arrays)
        held = OwnHands(*(array[now] for array in hands))
        moments.append(Moment(words, deck, memory, seen, held, chosen[now], legal[now]))
        table.step(chosen)
    return moments


def groups(moment: Moment) -> Numbers:
    """For each row the number of what is seen: rows with the same number look the same."""
    _, inverse = np.unique(moment.observations, axis=0, return_inverse=True)
    return inverse.reshape(-1)


def exact_nats(moments: list[Moment]) -> float:
    """Nats per hand of the exact posterior, given what the seat to move sees."""
    total, count = 0.0, 0
    for moment in moments:
        seen = groups(moment)
        both = np.column_stack([seen, moment.hands.faces])
        _, which, hands = np.unique(both, axis=0, return_inverse=True, return_counts=True)
        shares = hands[which.reshape(-1)] / np.bincount(seen)[seen]
        total -= float(np.log(shares).sum())
        count += len(seen)
    return total / count


def uniform_nats(moments: list[Moment]) -> float:
    """Nats per hand if every face that clues and counting allow were equally likely."""
    allowed = [np.bitwise_count(moment.hands.possible) for moment in moments]
    total = sum(float(np.log(np.maximum(some, 1)).sum()) for some in allowed)
    return total / sum(len(some) for some in allowed)


def action_values(blueprint: Blueprint, moment: Moment, rows: Any) -> npt.NDArray[np.float64]:
    """The mean score over these rows, which look the same, of each action and greedy play then.

    -inf for actions that are not legal.
    """
    legal = moment.legal[rows[0]]
    values = np.full(len(legal), -np.inf)
    for action in np.flatnonzero(legal):
        table = Table(blueprint, len(rows))
        table.set(moment, rows)
        table.step(np.full(len(rows), action))
        values[action] = table.play().mean()
    return values


def network_nats(network: BeliefNetwork, moments: list[Moment]) -> float:
    """Nats per hand of a belief network."""
    total, count = 0.0, 0
    for moment in moments:
        observations = torch.as_tensor(moment.observations.view(np.uint8))
        faces, possible, unseen = (torch.as_tensor(array) for array in moment.hands)
        with torch.no_grad():
            likelihood = network.log_likelihood(observations, faces, possible, unseen)
        total -= float(likelihood.double().sum())
        count += len(observations)
    return total / count


def learned(blueprint: Blueprint, segments: int = 4, seed: int = 1) -> BeliefTrainer:
    """Training of some seconds, without exploration: the blueprint plays greedily here."""
    updates, games = 50, 256
    config = BeliefConfig(
        total_moves=segments * updates * games,
        seed=seed,
        num_games=games,
        segment_updates=updates,
        depth=blueprint.mix.depth,
        width=64,
        layers=2,
        learning_rate=4e-3,
        exploration=0.0,
    )
    trainer = BeliefTrainer(config, blueprint, "cpu")
    while not trainer.done:
        trainer.train_segment()
    return trainer
