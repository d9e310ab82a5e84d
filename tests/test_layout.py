"""Where tests lie: helpers in tests/support and tests/long, and no test file imports another."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(file.relative_to(TESTS).as_posix() for file in TESTS.rglob("*.py"))


def imported(text: str) -> set[str]:
    """The modules that a file imports, and what it imports from packages."""
    found = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_test_file(module: str) -> bool:
    return any(part.startswith("test_") for part in module.split(".")[:2])


def test_an_import_of_a_test_file_would_be_noticed() -> None:
    found = imported("from server.test_store import child\nfrom support.server import storing\n")
    assert [module for module in found if is_test_file(module)] == ["server.test_store.child"]


@pytest.mark.parametrize("file", FILES)
def test_no_file_imports_a_test_file(file: str) -> None:
    found = imported((TESTS / file).read_text(encoding="utf-8"))
    assert not any(map(is_test_file, found)), file


def test_helpers_lie_with_helpers() -> None:
    usual = ("test_", "conftest", "__init__")
    rooms = ("support/", "long/")
    odd = [
        file
        for file in FILES
        if not file.startswith(rooms) and not Path(file).name.startswith(usual)
    ]
    assert odd == []
