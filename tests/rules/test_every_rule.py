"""Every numbered rule of docs/rules.md has a test that names it."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def numbers_in_the_docs() -> list[str]:
    return re.findall(r"^- \*\*(R\d+\.\d+)", (ROOT / "docs/rules.md").read_text(), re.MULTILINE)


def numbers_in(path: Path) -> set[str]:
    """The numbers that the `rule` markers on this file's tests name."""
    marks = (
        decorator
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"
    )
    return {str(arg.value) for mark in marks for arg in mark.args if isinstance(arg, ast.Constant)}


def numbers_in_the_tests() -> set[str]:
    return {n for path in (ROOT / "tests").rglob("test_*.py") for n in numbers_in(path)}


def test_the_docs_number_every_rule_once() -> None:
    numbers = numbers_in_the_docs()
    assert len(numbers) == len(set(numbers))
    by_section = {n: sum(x.startswith(f"R{n}.") for x in numbers) for n in range(1, 7)}
    assert by_section == {1: 6, 2: 7, 3: 7, 4: 9, 5: 8, 6: 1}


def test_every_rule_has_a_test() -> None:
    assert set(numbers_in_the_docs()) - numbers_in_the_tests() == set()


def test_every_marker_names_a_rule() -> None:
    assert numbers_in_the_tests() - set(numbers_in_the_docs()) == set()


def test_a_rule_without_a_test_would_be_noticed(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(
        "import pytest\n@pytest.mark.rule('R1.1', 'R2.2')\ndef test_it(): pass\n"
        "@pytest.mark.rule('R3.3')\ndef helper(): pass\n"
    )
    assert numbers_in(file) == {"R1.1", "R2.2"}
