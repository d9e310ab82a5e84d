"""The bot `search`: legal, honest, in time, the same from the same seed; and its fallbacks."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from time import monotonic
from typing import Any

import pytest

from support.drivers import chance
from support.hidden import reshuffled
from support.parts import require
from tamaya import deals
from tamaya.arena.teams import parse_team
from tamaya.bots import BOTS, REASONS, BotUnavailable, Move, UnknownBot, find_bot, make
from tamaya.formats.nets import NetError
from tamaya.rules import (
    Action,
    Clue,
    Discard,
    Play,
    Seat,
    State,
    View,
    apply,
    legal_actions,
    parse_options,
    start,
    view,
)
from tamaya.search import bot as bot_module
from tamaya.search.bot import SearchBot, search_entry
from tamaya.search.defaults import ROLLOUTS_ON_CPU

require("torch")

from tamaya.search.view_search import Finding, ViewSearcher  # noqa: E402 - needs PyTorch

FEW = 12  # rollouts
MANY = 4_900  # of which a move here takes seconds
MARGIN = 2.0  # seconds, on a busy machine


def new_game(players: int, variant: str = "base+noempty", seed: int = 3) -> State:
    options = parse_options(variant, players)
    return start(options, deals.seeded(options, seed))


def seen_by_mover(state: State) -> View:
    return view(state, state.table.to_move)


def moved(state: State, moves: int) -> State:
    """The game after so many moves of the net."""
    net = make("net", 0)
    for _ in range(moves):
        state, _ = apply(state, net.act(seen_by_mover(state)).action)
    return state


def net_action(state: State) -> Action:
    return make("net", 0).act(seen_by_mover(state)).action


def code(move: Move) -> str:
    assert move.why is not None
    return move.why.code


# whole games


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_legally_and_says_why(players: int) -> None:
    state, met = new_game(players), Counter[str]()
    bots = [SearchBot(seat, FEW) for seat in range(players)]
    while state.table.outcome is None:
        seen = seen_by_mover(state)
        move = bots[seen.seat].act(seen)
        assert move.action in legal_actions(seen)
        check_reason(state, move)
        met[code(move)] += 1
        state, _ = apply(state, move.action)
    assert set(met) <= set(REASONS)
    assert met["search-agrees"] > 0
    assert met["search-sure"] > 0


def check_reason(state: State, move: Move) -> None:
    """It is said whether this is what the net would do, and what that would be."""
    assert move.why is not None
    usual, about = net_action(state), move.why.about
    kinds: dict[str, Any] = {
        "search-over-play": Play,
        "search-over-discard": Discard,
        "search-over-clue": Clue,
    }
    if move.why.code in kinds:
        assert move.action != usual
        assert isinstance(usual, kinds[move.why.code])
        assert int(about["gain"]) >= 5
    elif move.why.code == "search-as-good":
        assert move.action != usual
    else:
        assert move.action == usual
    assert ("worlds" in about) == (move.why.code != "search-sure")


def test_other_moves_than_the_net_s_are_explained_by_figures() -> None:
    met = Counter[str]()
    for seed in range(4):
        state, bot = new_game(5, seed=seed), SearchBot(1, 40)
        while not any(one.startswith("search-over-") for one in met) and state.table.turns < 25:
            move = bot.act(seen_by_mover(state))
            check_reason(state, move)
            met[code(move)] += 1
            state, _ = apply(state, move.action)
    assert sum(met[one] for one in met if one.startswith("search-over-")) > 0


# the same answer


def test_the_same_seed_gives_the_same_answer_whatever_was_asked_before() -> None:
    states = [moved(new_game(5), moves) for moves in range(2, 22, 4)]
    searcher = ViewSearcher(states[0].table.options, 60)

    def found(order: Iterable[int], seed: int) -> dict[int, Finding]:
        return {n: searcher.search(seen_by_mover(states[n]), seed, lambda: False) for n in order}

    first = found(range(5), 1)
    assert found(reversed(range(5)), 1) == first
    assert found(range(5), 2) != first


def test_its_move_depends_on_nothing_hidden() -> None:
    rng, differ = chance("hidden from search"), 0
    for players, moves in ((2, 9), (3, 20), (5, 4)):
        state = moved(new_game(players), moves)
        seat, bot = state.table.to_move, SearchBot(2, 60)
        move = bot.act(view(state, seat))
        for _ in range(3):
            other = reshuffled(state, Seat(seat), rng)
            differ += other.faces != state.faces
            assert bot.act(view(other, seat)) == move
    assert differ > 6


# in time


def test_the_time_limit_is_held() -> None:
    seconds, state = 0.5, new_game(2)
    SearchBot(1, MANY).act(seen_by_mover(moved(state, 58)))  # loads the networks
    seen = seen_by_mover(moved(state, 1))
    began = monotonic()
    move = SearchBot(1, MANY, seconds).act(seen)
    assert monotonic() - began < seconds + MARGIN
    assert code(move) in REASONS


def test_what_was_tried_until_the_time_is_up_counts() -> None:
    seen, asked = seen_by_mover(moved(new_game(2), 1)), Counter[str]()
    searcher = ViewSearcher(seen.table.options, 400)

    def time_is_up() -> bool:
        asked["for the time"] += 1
        return asked["for the time"] > 30

    cut_off = searcher.search(seen, 1, time_is_up)
    assert asked["for the time"] == 31
    whole = searcher.search(seen, 1, lambda: False)
    assert 0 < cut_off.worlds < whole.worlds


def test_without_any_time_it_plays_what_the_net_would() -> None:
    state = moved(new_game(2), 1)
    SearchBot(1, FEW).act(seen_by_mover(state))
    move = SearchBot(1, FEW, 0.0).act(seen_by_mover(state))
    assert (code(move), move.action) == ("search-no-time", net_action(state))


# what it falls back to


def loading_that(does: Callable[["Future[Any]"], object]) -> Callable[..., "Future[Any]"]:
    future: Future[Any] = Future()
    does(future)
    return lambda *_: future


@pytest.mark.parametrize(
    ("does", "says"),
    [
        (lambda _future: None, "search-no-time"),
        (lambda future: future.set_exception(ImportError("no torch")), "search-unavailable"),
        (lambda future: future.set_exception(OSError("no libtorch")), "search-unavailable"),
    ],
)
def test_what_cannot_be_loaded_is_done_without_and_said(
    does: Callable[["Future[Any]"], object], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_module, "_loading", loading_that(does))
    state = new_game(3)
    move = SearchBot(1, FEW, 0.1).act(seen_by_mover(state))
    assert (code(move), move.action) == (says, net_action(state))


def test_a_game_that_no_networks_were_trained_for_is_played_as_the_net_plays_it() -> None:
    state = new_game(2, "black")
    move = SearchBot(1, FEW, 20.0).act(seen_by_mover(state))
    assert (code(move), move.action) == ("search-not-learned", net_action(state))
    with pytest.raises(NetError, match="search knows no black"):
        SearchBot(1, FEW).act(seen_by_mover(state))


# among the other bots


def test_it_is_a_bot_like_others_that_thinks_for_seconds() -> None:
    entry = find_bot("search")
    assert entry is BOTS["search"]
    assert entry.slow
    assert not BOTS["net"].slow
    assert find_bot("search:7").slow
    assert entry.numbered is not None
    assert entry.numbered.usual == ROLLOUTS_ON_CPU
    with pytest.raises(UnknownBot, match="1 to 100,000"):
        find_bot("search:100001")
    with pytest.raises(UnknownBot, match="no bot 'net:7'"):
        find_bot("net:7")
    assert "search:7" not in BOTS, "nobody at a table chooses how long others wait"


def test_a_name_with_a_number_plays_so_many_rollouts() -> None:
    state = moved(new_game(3), 1)
    move = make("search:40", 4).act(seen_by_mover(state))
    assert move == SearchBot(4, 40).act(seen_by_mover(state))


def test_without_pytorch_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_module, "find_spec", lambda name: None if name == "torch" else name)
    with pytest.raises(BotUnavailable, match=r"pip install 'tamaya\[learn\]'"):
        search_entry()


def test_in_the_arena_there_is_no_time_limit() -> None:
    assert parse_team("search,search:7", 2).bots == (f"search:{ROLLOUTS_ON_CPU}", "search:7")
    assert parse_team("search", 3).bots == (f"search:{ROLLOUTS_ON_CPU}",) * 3
    assert parse_team("search:7,net", 2).name == "search-7,net", "it is part of file names"
