"""Two games that one viewer cannot tell apart send this viewer the same bytes."""

import pytest

from long.secrecy import EVERY_DRIVER, played_twice

GAMES = 16  # of each driver; `make secrecy` plays 2,000


@pytest.mark.parametrize("name", EVERY_DRIVER)
def test_the_same_bytes_until_a_reveal(name: str) -> None:
    met, words = played_twice(name, GAMES, all_seats=False)
    assert met["games that differ"] > GAMES
    assert met["states"] > 20 * GAMES
    assert met["beyond the moment"] > GAMES
    assert met["after tile 5"] > 5
    assert {"tiles", "announce", "bouquet", "noempty", "black"} <= words
