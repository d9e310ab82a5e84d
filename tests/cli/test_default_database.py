"""Where games are kept if no database is named: where earlier versions kept them."""

import sys
from pathlib import Path

import pytest

from tamaya.cli.default_database import default_database

pytest.importorskip("platformdirs")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="the folders of Linux")
@pytest.mark.parametrize(
    ("xdg", "folder"),
    [(None, "home/.local/share"), ("", "home/.local/share"), ("data", "data")],
)
def test_the_database_stays_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, xdg: str | None, folder: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if xdg is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / xdg) if xdg else "")
    assert default_database() == str(tmp_path / folder / "tamaya/tamaya.sqlite")
