"""`make check`: whoever could not look something up does not say that all is well."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from long import dependency_audit as audit
from long.dependency_audit import Found

ROOT = Path(__file__).parents[2]
LOCK = """one==1.0 \\
    --hash=sha256:00
two==2.0 ; sys_platform == 'nowhere' \\
    --hash=sha256:00
Three.X[more]==3.0 \\
    --hash=sha256:00
"""
FINE = Found(160, (), ())


@pytest.mark.parametrize(
    ("found", "status", "words"),
    [
        ([Found(0, ("one",), ())], 1, "NOTHING WAS CHECKED: no index of known holes is reachable"),
        ([Found(0, (), ())], 1, "NOTHING WAS CHECKED"),
        ([], 1, "NOTHING WAS CHECKED"),
        ([FINE], 0, "160 packages checked, 0 known holes\n"),
        ([FINE, Found(6, ("one", "two"), ())], 1, "2 NOT CHECKED: one, two"),
        ([FINE, Found(0, ("one",), ())], 1, "1 NOT CHECKED: one"),
        ([FINE, Found(6, (), ("six 1.0: CVE-1, fixed in 1.1",))], 1, "six 1.0: CVE-1"),
    ],
)
def test_what_was_not_looked_up_is_said_and_fails(
    found: list[Found], status: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.report(found) == status
    assert words in capsys.readouterr().out


def test_packages_that_are_not_for_this_machine_are_not_missed() -> None:
    assert audit.pinned(LOCK) == {"one", "three-x"}


def test_a_package_without_an_answer_is_missed() -> None:
    holes = [{"id": "CVE-1", "fix_versions": ["1.1"]}]
    packages: list[dict[str, Any]] = [
        {"name": "one", "version": "1.0", "vulns": holes},
        {"name": "three-x", "skip_reason": "not found on PyPI"},
    ]
    found = audit.read(packages, frozenset({"one", "three-x", "four"}))
    assert found == Found(1, ("four", "three-x"), ("one 1.0: CVE-1, fixed in 1.1",))


ANSWERS = f"""
import json, pathlib, sys
sys.path.insert(0, {str(Path(audit.__file__).parent)!r})
import dependency_audit as audit
lock = pathlib.Path(sys.argv[sys.argv.index("-r") + 1])
names = [] if lock.stem == "{{}}" else audit.pinned(lock.read_text())
found = [{{{{"name": name, "version": "1", "vulns": []}}}} for name in names]
print(json.dumps({{{{"dependencies": found}}}}))
"""


@pytest.mark.parametrize(
    ("program", "status", "words"),
    [
        (ANSWERS.format(""), 0, "0 known holes"),
        (ANSWERS.format("server"), 1, "NOT CHECKED: annotated-doc, "),
        ("import sys; sys.exit('no network')", 1, "NOTHING WAS CHECKED"),
        ("print('{}')", 1, "NOTHING WAS CHECKED"),
        ("print('{\"dependencies\": []}')", 1, "NOTHING WAS CHECKED"),
    ],
)
def test_a_program_that_fails(tmp_path: Path, program: str, status: int, words: str) -> None:
    """The whole command, with a program in place of pip-audit."""
    fake = tmp_path / "pip-audit"
    fake.write_text(f"#!{sys.executable}\n{program}\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    command = [sys.executable, audit.__file__, str(fake)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert ran.returncode == status
    assert words in ran.stdout


MAKES_NO_VENV = "sys.exit(1)"
PIP_FAILS = """folder = pathlib.Path(sys.argv[-1], "bin")
folder.mkdir(parents=True)
python = folder / "python"
python.write_text("#!/bin/sh\\nexit 1\\n")
python.chmod(0o755)
"""


@pytest.mark.parametrize("program", [MAKES_NO_VENV, PIP_FAILS])
def test_make_check_says_that_it_could_not_fetch_pip_audit(tmp_path: Path, program: str) -> None:
    """The Makefile itself, where a virtual environment or its packages cannot be had."""
    fake = tmp_path / "python"
    fake.write_text(f"#!{sys.executable}\nimport pathlib, sys\n{program}\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    venv = tmp_path / "venv"
    made = [f"--old-file={venv}/.dev", f"VENV={venv}", f"PYTHON={fake}"]
    make = shutil.which("make") or pytest.skip("make is not here")
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    ran = subprocess.run(  # noqa: S603 - our own Makefile
        [make, "-C", str(ROOT), *made, "check"],
        capture_output=True,
        text=True,
        check=False,
        env=alone,
    )
    assert ran.returncode != 0
    assert ran.stderr.startswith("NOTHING WAS CHECKED: no index of packages is reachable")
    assert "checked" not in ran.stdout
