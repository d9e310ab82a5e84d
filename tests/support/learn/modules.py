"""Runs `python -m` modules in this process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.cli.running import Ran


def module_runner(
    main: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., Ran]:
    """A function that runs the module with these words and says how that ended."""

    def run_module(*words: str | Path) -> Ran:
        monkeypatch.setattr("sys.argv", ["module", *map(str, words)])
        status: object = 0
        try:
            main()
        except SystemExit as left:
            status = left.code
        assert isinstance(status, int)
        return Ran(status, *capsys.readouterr())

    return run_module
