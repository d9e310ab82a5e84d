"""Compiled code is kept, and never used for other sources."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tamaya.kernel.run import cache
from tamaya.kernel.run.compile import SOURCES

PROGRAM = """
from tamaya.kernel.batch import Batch
from tamaya.rules import parse_options
print(Batch(parse_options("base", 2), 3).scores())
"""
PATIENCE = 120


def played(place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "TAMAYA_CACHE": str(place)},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )


def test_the_second_time_nothing_is_compiled(tmp_path: Path) -> None:
    first, second = played(tmp_path), played(tmp_path)
    assert "compiling the kernel's score_games loop: some seconds, once" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout
    assert list(tmp_path.rglob("batch_loops.score_games*.nbc"))


def test_other_sources_have_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path))
    one = cache.cache_folder("compiler")
    assert one is not None
    assert cache.cache_folder("compiler") == one
    assert (one / "game" / "step.py").read_bytes() == (SOURCES / "game" / "step.py").read_bytes()
    (tmp_path / "sources" / "game").mkdir(parents=True)
    (tmp_path / "sources" / "game" / "step.py").write_text("changed = True\n", "utf-8")
    monkeypatch.setattr(cache, "SOURCES", tmp_path / "sources")
    other = cache.cache_folder("compiler")
    assert other is not None
    assert other != one


def test_where_nothing_can_be_written_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path / "file"))
    assert cache.cache_folder("compiler") is None


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.delenv("TAMAYA_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere/relative")  # which does not count
    monkeypatch.setattr(Path, "home", no_home)
    assert cache.cache_folder("compiler") is None


def test_another_compiler_has_another_folder_and_old_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path))
    old = cache.cache_folder("one")
    assert old is not None
    (old / "game" / "step.py").unlink()
    assert cache.cache_folder("one") == old
    assert (old / "game" / "step.py").exists()  # copied again
    os.utime(old, (1, 1))
    assert cache.cache_folder("two") != old
    assert not old.exists()
