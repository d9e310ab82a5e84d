"""Rollouts on the kernel, beside the same games by the rules: same world, same moves, same score.

Every kind of option set is met: tiles, announcing, Bouquet final, black powder, multicolour.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from support.drivers import Driver, chance, lucky, new_game, random_options, redrawn
from support.scenarios import SCENARIOS
from support.search.twin_games import DEPTH, act, feature_number, mix_of, mover_view
from tamaya.kernel.from_view import ViewEncoder
from tamaya.kernel.game import layout
from tamaya.kernel.game.chance import COUNTER_STEP, mix_bits
from tamaya.kernel.game.state import cards_drawn, deck_end, tiles_gone
from tamaya.kernel.loops.rollout_loops import deal_world
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.positions import PositionReader
from tamaya.kernel.rollout_games import NO_ACTION_TO_TRY, RolloutGames, RolloutSizes
from tamaya.kernel.run.cpu import Cpu
from tamaya.rules import (
    Action,
    Face,
    Play,
    State,
    Tile,
    apply,
    knowledge_from_clues,
    legal_actions,
    possible_faces,
    score,
)

GAMES = 6  # of each kind
TRIED = 5  # actions of each position
TRIES = 200  # to find another hand that agrees with the clues
NOTHING = -32768
SEED = 0x1234_5678_9ABC_DEF0
FIRST_WORLD = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """Rollouts from one position: the worlds' hands and what is tried."""

    state: State
    mix: OptionMix
    hands: list[list[int]]
    actions: list[int]  # in the feature space, or NO_ACTION_TO_TRY

    @property
    def count(self) -> int:
        return len(self.hands) * len(self.actions)


def face_from_number(values: int, number: int) -> Face:
    suit, below = divmod(number, values)
    return Face(suit, below + 1)


def own_hand(state: State) -> list[int]:
    options, hand = state.table.options, state.table.hands[state.table.to_move]
    return [layout.face_number(options, state.faces[card]) for card in hand]


def silent_actions(state: State) -> list[Action]:
    """What a net can choose: all that is legal, plays without an announcement."""
    legal = legal_actions(mover_view(state))
    return [a for a in legal if not (isinstance(a, Play) and a.announced is not None)]


def other_hand(state: State, rng: random.Random) -> list[int]:
    """A hand that the seat to move may hold: cards that it does not see, as the clues allow."""
    table, seat = state.table, state.table.to_move
    said = knowledge_from_clues(table, state.history)
    allowed = [possible_faces(table.options, said[card]) for card in table.hands[seat]]
    for _ in range(TRIES):
        other = redrawn(state, rng, seat)
        faces = [other.faces[card] for card in table.hands[seat]]
        if all(face in some for face, some in zip(faces, allowed, strict=True)):
            return own_hand(other)
    return own_hand(state)


def planned(state: State, rng: random.Random, most: int = TRIED) -> Plan:
    """Legal actions, and a place without an action among them, in two worlds."""
    mix = mix_of(state.table.options)
    numbers = [feature_number(mix, state.table, action) for action in silent_actions(state)]
    numbers = [*rng.sample(numbers, min(len(numbers), most)), NO_ACTION_TO_TRY]
    rng.shuffle(numbers)
    return Plan(state, mix, [own_hand(state), other_hand(state, rng)], numbers)


def prepared(plans: list[Plan], slots: int, first_world: int = FIRST_WORLD) -> RolloutGames:
    """Rollouts of positions of one option set that begin as planned, all equally many."""
    mix, (worlds, actions) = plans[0].mix, (len(plans[0].hands), len(plans[0].actions))
    count = len(plans) * worlds * actions
    games = RolloutGames(mix, RolloutSizes(slots, len(plans), worlds, count), Cpu())
    encoders = [ViewEncoder(mix.option_sets[0], DEPTH) for _ in plans]
    views = [
        encoder.position(mover_view(plan.state))
        for encoder, plan in zip(encoders, plans, strict=True)
    ]
    positions = PositionReader(mix, Cpu()).from_views(views)
    for array, given in zip(games.arrays[:3], positions, strict=True):
        array[:] = given
    for row, plan in enumerate(plans):
        games.arrays.seeds[row] = SEED + row
        for world, hand in enumerate(plan.hands):
            games.arrays.hands[row, world, : len(hand)] = hand
        games.arrays.actions[row, :actions] = plan.actions
    games.arrays.plan[:] = count, worlds, actions, first_world
    games.arrays.scores[:] = NOTHING
    return games


def world_of(plan: Plan, games: RolloutGames, row: int, world: int) -> State:
    """The game as the rules have it in a world: the sampled hand, and the deck and tiles dealt."""
    state, options, t = (
        plan.state,
        plan.state.table.options,
        layout.option_tables(plan.state.table.options),
    )
    words = games.arrays.words[row].copy()
    deck = np.zeros(layout.deck_bytes(options), np.uint8)
    tiles = int(games.arrays.tiles[row])
    hand = games.arrays.hands[row, world]
    with np.errstate(over="ignore"):
        number = np.uint64(FIRST_WORLD + world + 1)
        counter = mix_bits(games.arrays.seeds[row] + number * COUNTER_STEP)
        deal_world(t, words, deck, tiles, hand, counter)
    n, faces = int(words[layout.COUNTS]), list(state.faces)
    drawn, end = cards_drawn(n), deck_end(n)
    place: Any = state.table.hands[state.table.to_move]
    for card, number_of_face in zip(place, plan.hands[world], strict=True):
        faces[card] = face_from_number(options.values, number_of_face)
    faces[drawn:] = [face_from_number(options.values, int(face)) for face in deck[drawn:end]]
    assert Counter(faces) == Counter(state.faces), "all cards that are left, and no others"
    if not options.tiles:
        return replace(state, faces=tuple(faces))
    first = int(t[layout.TILES])
    order = [Tile(tile) for tile in deck[first + tiles_gone(n) : first + 6].tolist()]
    assert sorted(order) == sorted(state.tiles)
    place_5 = int(words[t[layout.TILE_5_PLACE]])
    return replace(state, faces=tuple(faces), tiles=tuple(order), place=place_5)


class RulesBeside:
    """The rules' games beside the rollouts, which a driver plays."""

    def __init__(self, plans: list[Plan], games: RolloutGames) -> None:
        self.plans, self.games = plans, games
        worlds = len(plans[0].hands)
        self.worlds = [
            world_of(plan, games, row, world)
            for row, plan in enumerate(plans)
            for world in range(worlds)
        ]
        self.states: dict[int, State] = {}

    def tried(self, number: int) -> int:
        plan = self.plans[number // self.plans[0].count]
        return plan.actions[number % len(plan.actions)]

    def first_move(self, number: int) -> State:
        """A rollout after the action that it tries."""
        world = self.worlds[number // len(self.plans[0].actions)]
        mix = self.plans[0].mix
        by_number = {feature_number(mix, world.table, a): a for a in silent_actions(world)}
        return act(world, by_number[self.tried(number)])

    def play(self, driver: Driver, rng: random.Random) -> None:
        """Play all rollouts to their ends; the kernel and the rules agree on what is legal."""
        games, count = self.games, len(self.games.arrays.scores)
        games.start()
        while (games.running < count).any():
            games.observe()
            for slot, number in enumerate(games.running.tolist()):
                if number < count:
                    games.chosen[slot] = self._move(slot, number, driver, rng)
            games.advance()

    def _move(self, slot: int, number: int, driver: Driver, rng: random.Random) -> int:
        if number not in self.states:
            self.states[number] = self.first_move(number)
        state, mix = self.states[number], self.plans[0].mix
        numbers = {feature_number(mix, state.table, a) for a in silent_actions(state)}
        legal = np.unpackbits(self.games.legal_actions[slot].view(np.uint8), bitorder="little")
        assert set(np.flatnonzero(legal).tolist()) == numbers
        action = driver(state, rng)
        self.states[number] = act(state, action)
        return feature_number(mix, state.table, action)

    def check_scores(self) -> Counter[str]:
        """Every rollout has ended, with the score that the rules give; how they ended."""
        ends: Counter[str] = Counter()
        for number, got in enumerate(self.games.arrays.scores.tolist()):
            if self.tried(number) == NO_ACTION_TO_TRY:
                assert got == NOTHING
                continue
            state = self.states.get(number) or self.first_move(number)
            assert state.table.outcome is not None
            assert got == score(state.table)
            ends[state.table.outcome.reason] += 1
        return ends


def cut(state: State, driver: Driver, rng: random.Random) -> State:
    """A position somewhere in a game, later ones more often."""
    states = [state]
    while (state := apply(state, driver(state, rng))[0]).table.outcome is None:
        states.append(state)
    return rng.choice(states[len(states) // 3 :])


@pytest.mark.parametrize("name", [*SCENARIOS, "any option set"])
def test_the_rules_give_the_same_score(name: str) -> None:
    rng, ends = chance(f"rollouts {name}"), Counter[str]()
    for game in range(GAMES):
        if name in SCENARIOS:
            first, driver = SCENARIOS[name].start(rng), SCENARIOS[name].driver
        else:
            first, driver = new_game(random_options(rng), rng), lucky
        plan = planned(cut(first, driver, rng), rng)
        games = prepared([plan], slots=1 + game % 5)
        beside = RulesBeside([plan], games)
        beside.play(driver, rng)
        ends += beside.check_scores()
    assert ends.total() > 5 * GAMES


def test_several_positions_at_once() -> None:
    """Rollouts of several positions of one option set share the slots."""
    rng = chance("positions at once")
    state = SCENARIOS["tiles"].start(rng)
    plans = [planned(cut(state, lucky, rng), rng) for _ in range(4)]
    length = min(len(plan.actions) for plan in plans)
    plans = [replace(plan, actions=plan.actions[:length]) for plan in plans]
    beside = RulesBeside(plans, prepared(plans, slots=7))
    beside.play(lucky, rng)
    assert beside.check_scores().total() > 20


def decks_at_the_start(plan: Plan, first_world: int) -> list[list[list[int]]]:
    """By world and action: the deck as it is after the first action."""
    games = prepared([plan], slots=plan.count, first_world=first_world)
    games.start()
    assert games.running.tolist() == list(range(plan.count))
    n = int(games.arrays.words[0][layout.COUNTS])
    decks = games._deck[:, cards_drawn(n) : deck_end(n)].tolist()
    each = len(plan.actions)
    return [decks[world * each : (world + 1) * each] for world in range(len(plan.hands))]


def test_all_actions_of_a_world_see_the_same_deck_and_worlds_differ() -> None:
    """Common random numbers; and a world's number alone decides its deck."""
    rng = chance("common")
    for variant in range(6):
        state = SCENARIOS["tiles" if variant % 2 else "announcing"].start(rng)
        plan = planned(state, rng, most=20)
        plan = replace(
            plan,
            hands=[plan.hands[0]] * 6,
            actions=[a for a in plan.actions if a != NO_ACTION_TO_TRY],
        )
        decks = decks_at_the_start(plan, first_world=0)
        for world in decks:
            assert all(deck == world[0] for deck in world)
        assert len({tuple(world[0]) for world in decks}) == len(decks)
        later = decks_at_the_start(plan, first_world=2)
        assert [world[0] for world in later[:4]] == [world[0] for world in decks[2:]]


def test_every_order_of_deck_and_tiles_comes_about_equally_often() -> None:
    rng = chance("orders")
    state = SCENARIOS["tiles"].start(rng)
    while state.table.deck_left > 3 and state.table.outcome is None:
        state = act(state, lucky(state, rng))
    if state.table.outcome is not None or len(set(state.deck)) < 2:
        pytest.fail("another seed, please")
    plan = planned(state, rng)
    plan = replace(plan, hands=[plan.hands[0]] * 600)
    games = prepared([plan], slots=1)
    worlds = [world_of(plan, games, 0, world) for world in range(600)]
    orders = Counter(world.deck for world in worlds)
    top_tiles = Counter(world.tiles[0] for world in worlds)
    assert sum(world.place < 1 << 31 for world in worlds) == pytest.approx(300, abs=75)
    for count in top_tiles.values():
        assert count == pytest.approx(600 / len(top_tiles), rel=0.5)
    for deck, count in orders.items():
        share = expected_share(deck)
        assert count == pytest.approx(600 * share, rel=0.5)


def expected_share(deck: tuple[Face, ...]) -> float:
    """The share of a deck's order among all orders of its cards."""
    left, share = Counter(deck), 1.0
    for face in deck:
        share *= left[face] / left.total()
        left[face] -= 1
    return share
