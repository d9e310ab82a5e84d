"""Sampled hands: they contradict neither clues nor counts, and come as often as they should."""

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from support.drivers import DRIVERS, chance
from support.option_sets import any_options, small
from support.parts import require
from tamaya.rules import Colour, Options
from tamaya.rules.suits import plain

torch = require("torch")

from support.search.networks import DEPTH, random_beliefs  # noqa: E402 - only where there is PyTorch
from support.search.twin_games import TwinGames, mix_of  # noqa: E402
from tamaya.kernel.positions import PositionReader  # noqa: E402
from tamaya.kernel.run.cpu import Cpu  # noqa: E402
from tamaya.search.belief_network import BeliefNetwork  # noqa: E402
from tamaya.search.beliefs import KnownOfHand, SampledHands, sample_hands  # noqa: E402

if TYPE_CHECKING:
    from tamaya.kernel.positions import Positions

OPTION_SETS = 10
GAMES = 8
MOVES = 16
WORLDS = 12
# every card is there once, and most are in the hands: cards are known by what the others are not
TIGHT = Options(
    2,
    tuple(plain(colour, (1, 1, 1)) for colour in tuple(Colour)[:3]),
    hand=4,
    clue_tokens=8,
    mistakes=4,
    empty_clues=False,
)


def contradicts_nothing(hand: list[int], possible: list[int], unseen: list[int]) -> bool:
    """Whether a hand agrees with clues, with counting, and with how many cards are held."""
    cards = [face for face, faces in zip(hand, possible, strict=True) if faces]
    places_without = [face for face, faces in zip(hand, possible, strict=True) if not faces]
    allowed = all(bits >> face & 1 for face, bits in zip(hand, possible, strict=True) if bits)
    counted = all(count <= unseen[face] for face, count in Counter(cards).items())
    return allowed and counted and not any(places_without)


def asked(
    reader: PositionReader, network: BeliefNetwork, positions: "Positions", worlds: int
) -> tuple[KnownOfHand, SampledHands]:
    """Hands sampled for positions."""
    hands = reader.own_hands(positions)
    known = KnownOfHand(torch.as_tensor(hands.possible), torch.as_tensor(hands.unseen))
    observations = torch.as_tensor(reader.observe(positions).observations.view(np.uint8))
    with torch.no_grad():
        encoded = network.encode(observations)
    return known, sample_hands(network, encoded, known, worlds)


def test_no_sampled_hand_of_a_game_contradicts_anything() -> None:
    """The first try always succeeds: an older card has heard all clues that a newer one has, so
    that what the older can be is part of what the newer can be, or they have nothing in common."""
    rng, positions_met = chance("samples"), 0
    for number in range(OPTION_SETS):
        options = TIGHT if number % 2 else any_options(rng.choice)
        games = TwinGames(mix_of(options, DEPTH), range(GAMES))
        reader, network = PositionReader(games.mix, Cpu()), random_beliefs(options, seed=number)
        for _ in range(MOVES):
            positions = reader.from_games(games.vector, np.arange(GAMES))
            known, sampled = asked(reader, network, positions, WORLDS)
            assert sampled.faces.shape == (GAMES, WORLDS, options.hand_size)
            assert bool(sampled.consistent.all())
            assert set(agreeing(known, sampled)) == {True}
            positions_met += GAMES
            games.step(DRIVERS["uniform" if number % 2 else "lucky"], rng)
    assert positions_met > 500


def test_contradictions_are_found_and_said() -> None:
    """Knowledge that no game leads to: newer cards know more than older ones.

    Where a hand was found, all hands returned agree; else all that were drawn contradict something.
    """
    rng, network = np.random.default_rng(1), random_beliefs(TIGHT)
    count, faces, hand = 300, network.sizes.num_faces, network.sizes.hand_size
    unseen = torch.as_tensor(rng.integers(0, 2, (count, faces)), dtype=torch.uint8)
    sets = rng.integers(0, 1 << faces, (count, hand)) & rng.integers(0, 1 << faces, (count, hand))
    known, found = KnownOfHand(torch.as_tensor(sets), unseen), Counter[bool]()
    for worlds in (1, WORLDS):
        sampled = sample_hands(network, torch.randn(count, network.sizes.width), known, worlds)
        for agree, consistent in zip(
            agreeing(known, sampled, worlds), sampled.consistent.tolist(), strict=True
        ):
            assert agree == consistent
            found[consistent] += 1
    assert min(found[True], found[False]) > 50


def agreeing(known: KnownOfHand, sampled: SampledHands, worlds: int = WORLDS) -> list[bool]:
    """For each position whether its hands contradict nothing; either all of them do, or none."""
    verdicts = []
    for possible, unseen, hands in zip(*known, sampled.faces, strict=True):
        each = {
            contradicts_nothing(hand, possible.tolist(), unseen.tolist()) for hand in hands.tolist()
        }
        assert len(each) == 1
        assert len(hands) == worlds
        verdicts.append(each.pop())
    return verdicts


def one_position() -> tuple[BeliefNetwork, KnownOfHand]:
    """Two cards, the second surely the last copy of face 0, which the first may be as well."""
    rng = chance("one position")
    options = replace(small(rng.choice), hand=2)
    network = random_beliefs(options, spread=0.0)
    faces = network.sizes.num_faces
    unseen = torch.zeros(1, faces, dtype=torch.uint8)
    unseen[0, :3] = torch.tensor([1, 2, 1])
    return network, KnownOfHand(torch.tensor([[0b111, 0b001]]), unseen)


def test_inconsistent_hands_are_replaced_by_consistent_ones_in_turn() -> None:
    network, known = one_position()
    torch.manual_seed(3)
    encoded = torch.zeros(1, network.sizes.width)
    sampled = sample_hands(network, encoded, known, 3000)
    hands = Counter(map(tuple, sampled.faces[0].tolist()))
    assert bool(sampled.consistent)
    assert hands.keys() == {(1, 0), (2, 0)}
    assert abs(hands[1, 0] - 2000) < 5 * (3000 * 2 / 9) ** 0.5 * 1.2


def test_hands_come_as_often_as_the_network_says() -> None:
    """Card by card: the log-likelihood of a hand is that of sampling it."""
    options = replace(small(chance("likelihood").choice), hand=2)
    network = random_beliefs(options, seed=5)
    faces = network.sizes.num_faces
    assert faces >= 3
    unseen = torch.zeros(1, faces, dtype=torch.uint8)
    unseen[0, :3] = torch.tensor([2, 2, 1])
    known = KnownOfHand(torch.tensor([[0b111, 0b011]]), unseen)
    observations = torch.randint(0, 256, (1, -(-network.sizes.num_inputs // 64) * 8))
    torch.manual_seed(4)
    with torch.no_grad():
        sampled = sample_hands(network, network.encode(observations), known, 20_000)
        hands = torch.tensor(list(product(range(3), range(2))))
        many = len(hands)
        likelihood = network.log_likelihood(
            observations.expand(many, -1),
            hands,
            known.possible.expand(many, -1),
            unseen.expand(many, -1),
        ).exp()
    assert abs(float(likelihood.sum()) - 1) < 1e-5
    drawn = Counter(map(tuple, sampled.faces[0].tolist()))
    for hand, share in zip(hands.tolist(), likelihood.tolist(), strict=True):
        assert abs(drawn[tuple(hand)] / 20_000 - share) < 0.02
    assert max(likelihood) > 0.3 > min(likelihood), "the network has something to say"


def test_places_without_a_card_have_no_likelihood() -> None:
    options = replace(small(chance("likelihood").choice), hand=2)
    network = random_beliefs(options, seed=5)
    observations = torch.randint(0, 256, (1, -(-network.sizes.num_inputs // 64) * 8))
    unseen = torch.full((1, network.sizes.num_faces), 2, dtype=torch.uint8)
    with torch.no_grad():
        one = network.log_likelihood(
            observations, torch.tensor([[0, -1]]), torch.tensor([[0b11, 0]]), unseen
        )
        two = network.log_likelihood(
            observations, torch.tensor([[0, 1]]), torch.tensor([[0b11, 0b10]]), unseen
        )
    assert float(one) == float(two) < 0
