"""What is told of a game: nothing that a seat has not seen, and the site's own words."""

import json
import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from long.secrecy import same_events
from support.drivers import DRIVERS
from support.hanablive.frame_shapes import check
from support.hidden import record, swapped, unseen
from tamaya import deals
from tamaya.formats.game import Game
from tamaya.formats.hanablive.replay_json import to_json
from tamaya.formats.hanablive.vocabulary import VARIANTS
from tamaya.hanablive.protocol import codec, commands
from tamaya.hanablive.protocol.variants import UnsupportedRules, options_notation
from tamaya.hanablive.server.display_names import DisplayNames
from tamaya.hanablive.server.game_log import game_actions
from tamaya.hanablive.server.numeric_ids import TableNumbers
from tamaya.hanablive.server.table_settings import change_variant, new_settings, table_options
from tamaya.rules import Seat, State, apply, parse_options, start
from tamaya.server.room.log_rows import Settings
from tamaya.server.room.projection import Viewpoint
from tamaya.server.room.room import Room

SEEDS = range(4)


def some_games() -> list[tuple[str, int, int]]:
    return [(v.ours, players, seed) for v in VARIANTS for players in (2, 5) for seed in SEEDS]


def told(state: State, eyes: Viewpoint) -> bytes:
    return msgspec.json.encode(game_actions(state, Seat(0), eyes))


@pytest.mark.parametrize(("variant", "players", "seed"), some_games())
def test_two_games_that_look_alike_are_told_alike(variant: str, players: int, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - tests
    rules = parse_options(variant, players)
    driver = rng.choice([*DRIVERS.values()])
    game = record(start(rules, deals.seeded(rules, seed)), driver, rng)
    for seat in (None, *map(Seat, range(players))):
        now = rng.randrange(len(game.states))
        deal, (hand, deck) = game.deal, unseen(game, now, seat)
        for _ in range(12):
            if len(hand) + len(deck) > 1 and hand:
                other = swapped(deal, rng.choice(hand), rng.choice(hand + deck))
                deal = other if same_events(game, other, now) else deal
        again = start(rules, deal)
        for action in game.actions[:now]:
            again, _ = apply(again, action)
        assert told(again, Viewpoint(seat)) == told(game.states[now], Viewpoint(seat))


@pytest.mark.parametrize(("variant", "players", "seed"), some_games()[::4])
def test_what_is_told_only_grows_and_is_what_a_replay_says(
    variant: str, players: int, seed: int
) -> None:
    rng = random.Random(seed)  # noqa: S311 - tests
    rules = parse_options(variant, players)
    game = record(start(rules, deals.seeded(rules, seed)), DRIVERS["lucky"], rng)
    before: list[object] = []
    for state in game.states:
        now: list[object] = list(game_actions(state, Seat(0), Viewpoint(Seat(1))))
        assert now[: len(before)] == before
        before = now
    check("gameActionList", {"tableID": 1, "list": json.loads(msgspec.json.encode(before))})
    names = tuple(f"P{n}" for n in range(players))
    file = to_json(Game(rules, game.deal, names, tuple(game.actions))).value
    check_same(
        json.loads(json.dumps(file)), json.loads(told(game.states[-1], Viewpoint(hands=True)))
    )


def check_same(file: Any, heard: list[Any]) -> None:
    """The deck and the moves of a replay file are those that were told."""
    deck = file["deck"]
    for draw in (action for action in heard if action["type"] == "draw"):
        card = deck[draw["order"]]
        assert (draw["suitIndex"], draw["rank"]) == (card["suitIndex"], card["rank"])
    moves = [a for a in heard if a["type"] in ("play", "discard", "clue")]
    assert [_move(move) for move in moves] == [
        (a["type"], a["target"], a.get("value")) for a in file["actions"]
    ]


def _move(told: Any) -> tuple[int, int, int | None]:
    if told["type"] == "clue":
        return 2 + told["clue"]["type"], told["target"], told["clue"]["value"]
    played = told["type"] == "play" or told.get("failed")
    return 0 if played else 1, told["order"], None


# frames


@given(st.text() | st.builds("{} {}".format, st.sampled_from([*codec.COMMAND_DECODERS]), st.text()))
def test_whatever_comes_is_a_command_or_not_understood(text: str) -> None:
    with suppress(codec.MalformedCommand):
        codec.decode_command(text)


def test_commands_as_they_travel() -> None:
    text = codec.encode(commands.ActionCommand(3, 0, 7))
    assert text == 'action {"tableID":3,"type":0,"target":7}'
    assert codec.decode_command(text) == commands.ActionCommand(3, 0, 7)
    assert codec.decode_command('action {"tableID":3,"type":2,"target":1,"value":null,"x":[]}')
    assert codec.decode_command('chatPM {"msg":"/join","recipient":"x","room":"lobby"}')


# variants


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_there_and_back(variant: tuple[str, str, int]) -> None:
    ours, name, number = variant
    for empty in (True, False):
        wanted = commands.RequestedOptions(name, empty_clues=empty, all_or_nothing=not empty)
        settings = new_settings(wanted, 3)
        assert settings.variant == options_notation(wanted)
        back = table_options(settings)
        assert (back.variant_name, back.variant_id, back.num_players) == (name, number, 3)
        assert (back.empty_clues, back.all_or_nothing) == (empty, not empty)
        assert parse_options(settings.variant).suits == parse_options(ours).suits


@pytest.mark.parametrize(
    "before", ["base", "own5+noempty", "base+bouquet", "wild5+bouquet+noempty"]
)
def test_another_variant_with_the_tables_own_switches(before: str) -> None:
    switches = before.partition("+")[2]
    settings = Settings(before, 4, watch="hands", talk="chat")
    changed = change_variant(settings, commands.RequestedOptions("Rainbow (6 Suits)"))
    assert parse_options(changed.variant) == parse_options(f"wild10+{switches}".rstrip("+"))
    assert (changed.players, changed.watch, changed.talk) == (4, "hands", "chat")
    wanted = commands.RequestedOptions("6 Suits", empty_clues=True, all_or_nothing=False)
    assert change_variant(settings, wanted).variant == "own10"
    only = change_variant(settings, commands.RequestedOptions(empty_clues=True)).variant
    assert parse_options(only) == parse_options(before.removesuffix("+noempty"))


@pytest.mark.parametrize("variant", ["base+tiles", "wild10+black", "base+clues=9", "base+announce"])
def test_what_the_site_does_not_play(variant: str) -> None:
    with pytest.raises(UnsupportedRules, match=r"hanab\.live does not play"):
        table_options(Settings(variant, 2))


def test_six_seats_are_five() -> None:
    assert new_settings(commands.RequestedOptions(), 6).players == 5
    assert new_settings(commands.RequestedOptions(), 1).players == 2


# numbers and names


def test_a_table_has_a_number_for_each_game() -> None:
    numbers, fresh = TableNumbers(), Room(Settings(), "host", (None,))
    assert numbers.current("a", fresh) == numbers.for_game("a", 1) == 1
    assert numbers.for_game("b", 1) == 2
    assert numbers.for_game("a", 2) == 3
    assert [numbers.table_of(n) for n in (1, 2, 3, 4)] == ["a", "b", "a", None]


def test_names_are_told_apart() -> None:
    names = DisplayNames()
    assert names.display_name("one", "Ada", set()) == "Ada"
    assert names.display_name("two", "ADA", set()) == "ADA-2"
    assert names.display_name("one", "Ada", set()) == "Ada"
    assert names.display_name("one", "Ada", {"guest:ada"}) == "Ada-3"
    assert names.display_name("guest:ada", "Ada", {"guest:ada"}) == "Ada"
    assert names.display_name("three", "A\u200dda", set()) == "A\u200dda-4", (
        "it looks like the first"
    )
    assert names.display_name(None, "Hana", set()) == "Hana"
    assert names.display_name(None, "Hana", {"guest:hana"}) == "Hana-2"
