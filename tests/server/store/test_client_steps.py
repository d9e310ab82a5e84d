"""web/tests/steps.json, for tests of the client's replays, is what the server says."""

from replay_steps import TARGET, everything


def test_the_recorded_game_is_as_the_server_tells_it_now() -> None:
    assert TARGET.read_text(encoding="utf-8") == everything(), "run tools/replay_steps.py"
