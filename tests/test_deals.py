"""Deals: one seed, one shuffle, for ever (docs/deals.md)."""

import hashlib
from collections import Counter

import pytest

from tamaya.deals import WORD, Generator, secret, seeded
from tamaya.rules import Deal, DealError, Options, parse_options, start
from tamaya.rules.suits import BASE
from tamaya.text.labels import face_text


def text(game: Options, deal: Deal) -> str:
    cards = " ".join(face_text(game, face) for face in deal.cards)
    return f"{cards} {deal.tiles} {deal.place}"


def test_the_generator_is_the_published_one() -> None:
    """The upper halves of the first five outputs of SplitMix64 from the seed 1234567."""
    chance = Generator(1234567)
    published = (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    )
    assert [chance.word() for _ in published] == [number >> 32 for number in published]


class Scripted(Generator):
    """A generator whose words are given."""

    def __init__(self, *words: int) -> None:
        super().__init__(0)
        self.words = list(words)

    def word(self) -> int:
        return self.words.pop(0)


def test_the_uneven_rest_is_drawn_again() -> None:
    assert Scripted(WORD - 1, 7).below(3) == 1  # 2**32 - 1 is the one word too many
    assert Scripted(WORD - 2, 7).below(3) == 2
    assert Scripted(WORD - 1).below(2) == 1
    assert Scripted(WORD - 6, 5).below(10) == 5


def test_fisher_yates_from_the_last_place_down() -> None:
    items = list("abcd")
    chance = Scripted(0, 1, 1)
    chance.shuffle(items)
    assert chance.words == []
    # d changes places with a, then c with b, then c stays
    assert items == ["d", "c", "b", "a"]


@pytest.mark.parametrize(
    ("variant", "digest"),
    [
        ("base", "b60eee35ef209453"),
        ("base+tiles", "a920140484a8a4af"),
        ("own5", "63a73261991bd3e4"),
        ("wild10+black+tiles", "c2a27793c8378290"),
    ],
)
def test_seeds_mean_the_same_deals_for_ever(variant: str, digest: str) -> None:
    game = parse_options(variant)
    deals = "\n".join(text(game, seeded(game, seed)) for seed in (*range(100), 2**64 - 1))
    assert hashlib.sha256(deals.encode()).hexdigest()[:16] == digest


def test_only_the_cards_and_tiles_decide_a_seeds_deal() -> None:
    for seed in range(5):
        plain = seeded(parse_options("base", 2), seed)
        assert seeded(parse_options("base+noempty+bouquet+clues=9", 5), seed) == plain
        assert seeded(parse_options("base+tiles", 3), seed).cards == plain.cards
        assert (plain.tiles, plain.place) == ((), 0)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(DealError, match="a seed is a whole number"):
        seeded(parse_options("base"), seed)


@pytest.mark.parametrize("variant", ["base", "wild5+black+tiles"])
def test_every_deal_can_be_played(variant: str) -> None:
    game = parse_options(variant, 4)
    for seed in range(50):
        start(game, seeded(game, seed))
        start(game, secret(game))


def test_secret_deals_differ() -> None:
    game = parse_options("base+tiles")
    deals = {secret(game) for _ in range(20)}
    assert len(deals) == 20
    assert len({deal.place for deal in deals}) > 15
    assert len({deal.tiles for deal in deals}) > 10


def test_every_order_of_a_small_deck_comes_about_equally_often() -> None:
    game = Options(suits=tuple(suit for suit in BASE[:2]), hand=1)
    tops = Counter(seeded(game, seed).cards[0] for seed in range(4000))
    assert set(tops) == set(game.copies)
    for face, count in game.copies.items():
        assert abs(tops[face] - 200 * count) < 5 * (200 * count) ** 0.5
