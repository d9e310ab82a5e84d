"""Batches: many games in step, each as if it were alone."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from support.drivers import chance
from tamaya.deals import seeded
from tamaya.kernel.batch import Batch
from tamaya.kernel.game import layout
from tamaya.kernel.game.actions import action_from_number, action_number
from tamaya.rules import apply, legal_actions, parse_options, score, start, view
from tamaya.rules.errors import DealError

LOOKS: tuple[dict[str, Any], ...] = (
    {},
    {"observe": "bits"},
    {"observe": "bytes"},
    {"observe": "bytes", "everybody": True},
)
NUMPY_FIVE: Any = np.int64(5)
VARIANTS = ("base+noempty", "wild10+black+tiles+announce", "own5+bouquet+mistakes=1")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_the_one_of_its_seed(variant: str) -> None:
    """Random play in a batch, and the same actions by the rules, over several games each."""
    chosen, rng = parse_options(variant, 3), chance(variant)
    batch = Batch(chosen, 8, seed=5)
    states = [start(chosen, seeded(chosen, int(seed))) for seed in batch.seeds]
    ends = 0
    for _ in range(120):
        mask = batch.legal()
        for state, row in zip(states, mask, strict=True):
            legal = legal_actions(view(state, state.table.to_move))
            assert (
                sorted(action_number(state.table, one) for one in legal)
                == np.flatnonzero(row).tolist()
            )
        actions = [rng.choice(np.flatnonzero(row).tolist()) for row in mask]
        done = batch.step(actions)
        assert done.legal.all()
        for place, action in enumerate(actions):
            state, _ = apply(states[place], action_from_number(states[place].table, action))
            assert done.ended[place] == (state.table.outcome is not None)
            if state.table.outcome is not None:
                ends += 1
                assert done.score[place] == score(state.table)
                state = start(chosen, seeded(chosen, int(batch.seeds[place])))
            states[place] = state
        assert batch.scores().tolist() == [score(state.table) for state in states]
        assert batch.to_move.tolist() == [state.table.to_move for state in states]
    assert ends > 10


def test_the_size_of_a_batch_changes_nothing() -> None:
    chosen = parse_options("base+tiles", 4)
    small, big = Batch(chosen, 3, seed=9), Batch(chosen, 50, seed=9)
    assert small.random_playout(200).moves == 600
    big.random_playout(200)
    assert (small.games.words == big.games.words[:3]).all()
    assert (small.games.deck == big.games.deck[:3]).all()
    assert (small.observe() == big.observe()[:3]).all()
    assert Batch(chosen, 3, seed=10).seeds.tolist() != Batch(chosen, 3, seed=9).seeds.tolist()


def test_the_number_of_threads_changes_nothing() -> None:
    chosen = parse_options("wild10+black+tiles", 3)
    one, many = Batch(chosen, 50, seed=4), Batch(chosen, 50, seed=4, threads=3)
    for look in LOOKS:
        assert one.random_playout(60, **look) == many.random_playout(60, **look)
        assert (one.games.words == many.games.words).all()
    assert (one.observe() == many.observe()).all()
    assert (one.legal() == many.legal()).all()
    few = Batch(chosen, 2, seed=4, threads=8)  # more threads than games
    assert few.random_playout(60).moves == 120


def test_random_play_is_the_same_with_and_without_looks() -> None:
    chosen = parse_options("base+noempty", 3)
    plain = Batch(chosen, 20, seed=6)
    played = plain.random_playout(90)
    for look in LOOKS[1:]:
        other = Batch(chosen, 20, seed=6)
        assert other.random_playout(90, **look) == played
        assert (other.games.words == plain.games.words).all()


def test_bits_and_bytes_say_the_same() -> None:
    batch = Batch(parse_options("own5+announce", 4), 30, seed=8)
    batch.random_playout(11)
    for everybody in (False, True):
        seen = batch.observe(everybody=everybody)
        packed = batch.observe(everybody=everybody, packed=True)
        assert packed.dtype == np.uint32
        assert (unpacked(packed, seen.shape[-1]) == seen).all()
    assert (unpacked(batch.legal(packed=True), batch.actions) == batch.legal()).all()
    everybody = batch.observe(everybody=True)
    mover = [everybody[place, seat] for place, seat in enumerate(batch.to_move)]
    assert (np.array(mover) == batch.observe()).all()


def unpacked(packed: npt.NDArray[np.uint32], length: int) -> npt.NDArray[np.uint8]:
    """Bits as NumPy takes them apart."""
    rows = np.unpackbits(packed.view(np.uint8), axis=-1, bitorder="little")
    return rows[..., :length]


def test_games_that_are_over_stay_if_they_should() -> None:
    batch = Batch(parse_options("base+noempty+mistakes=1", 2), 40, seed=1)
    for _ in range(200):
        actions = batch.legal().argmax(axis=1)
        before = batch.games.words.copy()
        done = batch.step(actions, restart=False)
        still = ~done.legal
        assert (batch.games.words[still] == before[still]).all()
    assert not batch.legal().any()


@pytest.mark.parametrize("look", LOOKS)
def test_games_that_are_over_are_followed_by_others(look: dict[str, Any]) -> None:
    batch = Batch(parse_options("base+noempty+mistakes=1", 2), 10, seed=1)
    for _ in range(200):
        batch.step(batch.legal().argmax(axis=1), restart=False)
    old = batch.seeds
    played = batch.random_playout(1, **look)
    assert (batch.seeds != old).all()
    assert played.games < 10  # what was over before is not counted


def test_scores_of_a_step_are_of_games_that_ended() -> None:
    batch, rng = Batch(parse_options("base", 2), 50, seed=1), np.random.default_rng(1)
    some = 0
    for _ in range(10):
        legal = batch.legal()
        done = batch.step((rng.random(legal.shape) * legal).argmax(axis=1), restart=False)
        assert not done.score[~done.ended].any()
        some += int((batch.scores()[~done.ended] > 0).sum())
    assert some


def test_a_refused_deal_changes_nothing() -> None:
    chosen = parse_options("base", 2)
    batch = Batch(chosen, 2, seed=1)
    before = batch.games.deck.copy()
    good = seeded(chosen, 7)
    with pytest.raises(DealError):
        batch.deal([good, replace(good, cards=good.cards[1:])])
    assert (batch.games.deck == before).all()


def test_seeds_are_whole_numbers() -> None:
    chosen = parse_options("base", 2)
    assert (Batch(chosen, 3, seed=NUMPY_FIVE).seeds == Batch(chosen, 3, seed=5).seeds).all()
    batch = Batch(chosen, 2)
    for wrong in ([-1, 0], [1 << 64, 0]):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            batch.restart([True, True], wrong)
    with pytest.raises(TypeError):
        batch.restart([True, True], [1.7, 2])
    seeds = batch.seeds
    batch.random_playout(50)
    assert (seeds != batch.seeds).any()  # they were ours to keep


def sent(batch: Batch) -> Batch:
    """As it comes to another process."""
    copy: Batch = pickle.loads(pickle.dumps(batch))  # noqa: S301 - our own
    return copy


@pytest.mark.parametrize("copied", [deepcopy, sent])
def test_a_batch_can_be_copied_and_sent(copied: Callable[[Batch], Batch]) -> None:
    batch = Batch(parse_options("wild5", 3), 5, seed=4, threads=2)
    batch.random_playout(9, observe="bytes")
    other = copied(batch)
    assert other.random_playout(50) == batch.random_playout(50)
    assert (other.games.words == batch.games.words).all()


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int16, np.int32, np.uint64])
def test_actions_of_any_whole_kind(kind: type[np.integer[Any]]) -> None:
    one, other = (Batch(parse_options("base", 2), 20, seed=3) for _ in range(2))
    actions = one.legal().argmax(axis=1)
    wide = np.zeros((20, 2), kind)
    wide[:, 0] = actions
    strided = wide[:, 0]
    strided.flags.writeable = False
    assert one.step(actions).legal.all()
    assert other.step(strided).legal.all()
    assert (one.games.words == other.games.words).all()


def test_what_is_not_legal_is_flagged_and_does_nothing() -> None:
    batch = Batch(parse_options("base", 2), 4)
    before = batch.copy()
    done = batch.step([0, -1, 10_000, 5])  # a discard with all tokens there, nonsense, a play
    assert done.legal.tolist() == [False, False, False, True]
    assert (batch.games.deck[:3] == before.games.deck[:3]).all()
    assert (batch.games.words[:3] == before.games.words[:3]).all()
    assert (batch.games.words[3] != before.games.words[3]).any()


def test_a_copy_goes_its_own_way() -> None:
    batch = Batch(parse_options("wild5+black", 5), 6, seed=2)
    batch.random_playout(7)
    other = batch.copy()
    here, there = batch.random_playout(300), other.random_playout(300)
    assert here == there
    assert (batch.games.words == other.games.words).all()
    batch.random_playout(1)
    assert (batch.games.words != other.games.words).any()


@pytest.mark.parametrize("variant", VARIANTS)
def test_some_games_begin_anew(variant: str) -> None:
    """Those that are asked for, from given seeds or from the seeds that a step would take."""
    chosen, where = parse_options(variant, 3), np.array([True, False, False, True, True])
    batch = Batch(chosen, 5, seed=4)
    batch.random_playout(6)
    before = batch.copy()
    old = batch.restart(where)
    assert len(old) == 3
    assert (old.games.words == before.games.words[where]).all()
    assert (old.observe() == before.observe()[where]).all()
    assert (batch.games.words[~where] == before.games.words[~where]).all()
    assert (batch.games.counters == before.games.counters).all()
    alone = Batch(chosen, 1)
    for seed, words in zip(batch.seeds[where], batch.games.words[where], strict=True):
        alone.restart([True], [seed])
        assert (alone.games.words[0] == words).all()
        dealt = [layout.face_number(chosen, face) for face in seeded(chosen, int(seed)).cards]
        assert alone.games.deck[0, : len(dealt)].tolist() == dealt
    for place in np.flatnonzero(where):
        alone.restart([True], [before.seeds[place]])
        while not alone.step([np.flatnonzero(alone.legal()[0])[0]]).ended[0]:
            pass
        assert alone.seeds[0] == batch.seeds[place]


def test_no_game_begins_anew_if_none_is_asked_for() -> None:
    batch = Batch(parse_options("base", 2), 2)
    before = batch.copy()
    assert len(batch.restart([False, False])) == 0
    assert (batch.games.words == before.games.words).all()
    with pytest.raises(ValueError, match="2 games need as many truth values"):
        batch.restart([True])
    with pytest.raises(ValueError, match="2 games need as many truth values"):
        batch.restart([0, 1])
    with pytest.raises(ValueError, match="1 games need as many seeds"):
        batch.restart([False, True], [1, 2])


def test_deals_can_be_given() -> None:
    chosen = parse_options("base+tiles", 2)
    batch = Batch(chosen, 2)
    batch.deal([seeded(chosen, 7), seeded(chosen, 8)])
    for place, seed in enumerate((7, 8)):
        cards = batch.games.deck[place, :50].tolist()
        assert cards == [layout.face_number(chosen, face) for face in seeded(chosen, seed).cards]
    with pytest.raises(ValueError, match="2 games need as many deals, not 1"):
        batch.deal([seeded(chosen, 7)])


def test_random_games_have_their_usual_length() -> None:
    """As others measure it: 12.8 moves for two, 19.8 for five."""
    for players, length in ((2, 12.8), (5, 19.8)):
        played = Batch(parse_options("base+noempty", players), 200, seed=1).random_playout(400)
        assert played.moves / played.games == pytest.approx(length, rel=0.03)


def test_bad_input_is_refused() -> None:
    chosen = parse_options("base", 2)
    with pytest.raises(ValueError, match="at least one game"):
        Batch(chosen, 0)
    with pytest.raises(ValueError, match="no seat 2"):
        Batch(chosen, 1, first=2)
    batch = Batch(chosen, 2)
    for wrong in ([1], [1.5, 2.5], [[1, 2]]):
        with pytest.raises(ValueError, match="2 games need as many whole numbers"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="nothing, bits or bytes"):
        batch.random_playout(5, observe="all")
    with pytest.raises(ValueError, match="cpu or cuda, not on 'gpu'"):
        Batch(chosen, 2, device="gpu")
    with pytest.raises(ValueError, match="at least one thread"):
        Batch(chosen, 2, threads=0)
