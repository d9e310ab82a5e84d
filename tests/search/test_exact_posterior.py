"""Beliefs beside the exact posterior, counted over every deal of a tiny game."""

from math import log

import numpy as np
import pytest

from support.parts import require

torch = require("torch")

from support.search.every_deal import (  # noqa: E402 - only where there is PyTorch
    MICRO,
    Moment,
    every_moment,
    exact_nats,
    learned,
    network_nats,
    uniform_nats,
)
from support.search.networks import random_beliefs, random_blueprint  # noqa: E402
from tamaya.search.belief_network import BeliefNetwork  # noqa: E402
from tamaya.search.belief_training import BeliefTrainer  # noqa: E402

NEAR = 0.02  # nats per hand from the exact posterior, after a second of training
GAIN = 0.08  # nats per hand that training gains over counting copies
BLUEPRINT_SEED = 3  # its play says much about the hands


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    return every_moment(random_blueprint(MICRO, BLUEPRINT_SEED))


@pytest.fixture(scope="module")
def trainer() -> BeliefTrainer:
    torch.set_num_threads(1)
    return learned(random_blueprint(MICRO, BLUEPRINT_SEED))


def test_every_deal_is_played(moments: list[Moment]) -> None:
    """All 6! / (2! 2!) deals; before the first move nobody has shown anything."""
    first = moments[0]
    assert len(first.chosen) == 180
    assert exact_nats([first]) == pytest.approx(network_nats(counting(), [first]), abs=1e-5)


def counting() -> BeliefNetwork:
    """A network that weighs every face by its copies and has learned nothing."""
    return random_beliefs(MICRO, spread=0.0)


def test_a_trained_network_comes_close_to_the_exact_posterior(
    moments: list[Moment], trainer: BeliefTrainer
) -> None:
    exact, trained = exact_nats(moments), network_nats(trainer.network, moments)
    counted, uniform = network_nats(counting(), moments), uniform_nats(moments)
    assert exact - 1e-6 < trained < exact + NEAR
    assert trained + GAIN < counted < uniform


def test_no_network_is_better_than_the_exact_posterior(moments: list[Moment]) -> None:
    exact = exact_nats(moments)
    for seed in range(5):
        assert network_nats(random_beliefs(MICRO, seed), moments) > exact


def test_the_probabilities_of_all_hands_add_up_to_one(
    moments: list[Moment], trainer: BeliefTrainer
) -> None:
    """For hands that clues and counting allow; all others have none."""
    moment, faces = moments[3], 4
    observations = torch.as_tensor(moment.observations.view(np.uint8))
    possible, unseen = (torch.as_tensor(array) for array in moment.hands[1:])
    total = torch.zeros(len(observations), dtype=torch.double)
    with torch.no_grad():
        for one in range(faces):
            for other in range(faces):
                hand = torch.tensor([one, other]).expand(len(observations), 2)
                log_probs = trainer.network.log_likelihood(observations, hand, possible, unseen)
                allowed = (possible[:, 0] >> one & 1) & (possible[:, 1] >> other & 1)
                allowed &= unseen[:, one] > int(one == other)
                allowed &= unseen[:, other] > 0
                assert bool((log_probs[allowed == 0] < log(1e-9)).all())
                total += log_probs.double().exp()
    assert float((total - 1).abs().max()) < 1e-5


def test_a_tiny_run_lowers_nats_and_its_seed_decides_all(moments: list[Moment]) -> None:
    blueprint = random_blueprint(MICRO, BLUEPRINT_SEED)
    one, same, other = (learned(blueprint, 1, seed) for seed in (5, 5, 6))
    assert one.curve == same.curve
    assert one.curve != other.curve
    for mine, its in zip(one.network.parameters(), same.network.parameters(), strict=True):
        assert torch.equal(mine, its)
    assert network_nats(one.network, moments) < network_nats(counting(), moments) - GAIN / 2
