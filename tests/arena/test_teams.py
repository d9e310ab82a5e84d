"""Who sits where, and which seeds they get."""

from collections import Counter
from pathlib import Path

import pytest

from support.bots.untrained_net import untrained
from tamaya.arena import BotFailed, rate
from tamaya.arena.seeds import bot_seed, deal_seed
from tamaya.arena.teams import Team, TeamError, cross_play_teams, parse_team
from tamaya.bots import UnknownBot
from tamaya.formats.nets import NetError, write_net
from tamaya.rules import DealError, Seat, parse_options


def test_one_name_is_a_team() -> None:
    assert parse_team("cautious", 4) == Team(("cautious",) * 4)
    assert parse_team("cautious", 4).name == "cautious"


def test_names_by_seat_sit_in_that_order_in_every_game() -> None:
    three = parse_team("cautious, random,random", 3)
    assert three.name == "cautious,random,random"
    assert {three.seated(game) for game in range(7)} == {("cautious", "random", "random")}


def test_a_team_has_a_bot_for_every_seat() -> None:
    with pytest.raises(TeamError, match="names 2 bots for 3 seats"):
        parse_team("cautious,random", 3)
    for words in ("cautius", "cautious,", "", "random,cautius"):
        with pytest.raises(UnknownBot):
            parse_team(words, 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_guest_sits_everywhere_equally_often(players: int) -> None:
    guest = cross_play_teams(["cautious", "random"], players)[1]
    assert guest.name == "cautious@random"
    games = [guest.seated(game) for game in range(3 * players)]
    assert all(sorted(seats) == sorted(guest.bots) for seats in games)
    assert Counter(seats.index("cautious") for seats in games) == dict.fromkeys(range(players), 3)


def test_the_mix_is_all_pairs_row_by_row() -> None:
    names = [found.name for found in cross_play_teams(["cautious", "random", "cheater"], 4)]
    assert names == [
        *("cautious", "cautious@random", "cautious@cheater"),
        *("random@cautious", "random", "random@cheater"),
        *("cheater@cautious", "cheater@random", "cheater"),
    ]


def test_seeds_are_as_documented_for_ever() -> None:
    assert deal_seed(1, 0) == 4294967296
    assert deal_seed(7, 41) == 7 * 2**32 + 41
    assert bot_seed(1, 0, Seat(0)) == 8162495653152602386  # printf '1 0 0' | sha256sum
    assert bot_seed(7, 41, Seat(3)) == 6154518806722655624


def test_every_bot_and_every_deal_has_a_seed_of_its_own() -> None:
    places = [(seed, game) for seed in range(20) for game in range(50)]
    assert len({deal_seed(seed, game) for seed, game in places}) == 1000
    assert len({bot_seed(*place, Seat(seat)) for place in places for seat in range(5)}) == 5000
    assert all(0 <= bot_seed(*place, Seat(0)) < 2**63 for place in places)


@pytest.mark.parametrize(("seed", "game"), [(-1, 0), (2**32, 0), (0, -1), (0, 2**32)])
def test_beyond_there_is_nothing(seed: int, game: int) -> None:
    with pytest.raises(DealError, match=r"0 to 2\*\*32 - 1"):
        deal_seed(seed, game)


def test_a_trained_net_is_a_player_by_its_file(tmp_path: Path) -> None:
    game = parse_options("base+noempty", 2)
    file = tmp_path / "my team.safetensors"
    made = untrained(game)
    write_net(file, made.card, made.arrays)
    pair = parse_team(f"net:{file}", 2)
    assert pair.name == "net-my_team"
    got = rate(f"net:{file},cautious", players=2, variant="base+noempty", games=3)
    assert got.games == 3
    with pytest.raises(BotFailed, match=r"trained for base\+noempty, not for black"):
        rate(f"net:{file}", players=2, variant="black", games=1)


def test_a_file_that_is_no_net_does_not_sit_down(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="net: wants the name of a file after it"):
        parse_team("net:", 2)
    with pytest.raises(NetError, match=f"^{tmp_path.name} is no file$"):
        parse_team(f"net:{tmp_path}", 2)
    with pytest.raises(NetError, match="cannot read none"):
        parse_team(f"net:{tmp_path}/none", 2)
    (tmp_path / "poem").write_text("The moon.", "utf-8")
    with pytest.raises(NetError, match="poem is not a net"):
        parse_team(f"net:{tmp_path}/poem", 2)
