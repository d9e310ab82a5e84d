"""The yardstick for belief networks: what clues and counts allow, counted exactly."""

from itertools import product

import pytest

from support.parts import require

torch = require("torch")

from tamaya.search.uniform_posterior import partitions, uniform_log_likelihood  # noqa: E402


def test_partitions_are_as_many_as_bells_numbers() -> None:
    counts = [len(set(partitions(tuple(range(places))))) for places in range(7)]
    assert counts == [1, 1, 2, 5, 15, 52, 203]


def test_the_uniform_posterior_is_what_counting_hands_one_by_one_gives() -> None:
    generator = torch.Generator().manual_seed(1)
    checked = 0
    for _ in range(60):
        unseen = torch.randint(0, 3, (5,), generator=generator)
        cards = [face for face in range(5) for _ in range(int(unseen[face]))]
        possible = torch.randint(0, 32, (3,), generator=generator)
        if int(possible[0]) % 3 == 0:
            possible[0] = 0  # a place without a card
        places = [place for place in range(3) if possible[place]]
        hands = [
            tuple(cards[card] for card in hand)
            for hand in product(range(len(cards)), repeat=len(places))
            if len(set(hand)) == len(hand)
            and all(possible[p] >> cards[c] & 1 for p, c in zip(places, hand, strict=True))
        ]
        for hand in set(hands):
            faces = torch.full((1, 3), -1)
            faces[0, places] = torch.tensor(hand, dtype=torch.int64)
            found = uniform_log_likelihood(faces, possible[None], unseen[None].to(torch.uint8))
            assert float(found.exp()) == pytest.approx(hands.count(hand) / len(hands))
            checked += 1
    assert checked > 100
