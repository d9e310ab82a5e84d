"""Write the map of the code from the code: `make map`.

The tree in CONTRIBUTING.md names every package and module; the picture in docs/architecture.md is
the graph of imports between packages. A test fails when either is out of date.
"""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/tamaya"
BLOCK = re.compile(r"(<!-- made by tools/code_map.py: ([\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
PAGES = (ROOT / "CONTRIBUTING.md", ROOT / "docs/architecture.md")
WIDTH = 100


def main() -> None:
    """Write both pages."""
    for page in PAGES:
        page.write_text(up_to_date(page.read_text(encoding="utf-8")), encoding="utf-8")


def up_to_date(text: str) -> str:
    """A page with its generated blocks as the code is now."""
    return BLOCK.sub(lambda found: f"{found[1]}{_made(found[2])}{found[3]}", text)


def _made(block: str) -> str:
    kind, _, package = block.partition(" ")
    return {"tree": tree, "imports": imports}[kind]() if kind != "inside" else inside(package)


# the tree


def tree() -> str:
    """Every package with what it is for, and the modules in it."""
    lines = ["```", "src/tamaya/", *_modules(SOURCE, 1)]
    for package in _packages(SOURCE):
        lines += _package(package, 1)
    return "\n".join([*lines, "```", ""])


def _package(folder: Path, depth: int) -> list[str]:
    indent = "  " * depth
    lines = [f"{indent}{folder.name}/", *_wrapped(_summary(folder / "__init__.py"), depth + 1)]
    lines += _modules(folder, depth + 1)
    for inner in _packages(folder):
        lines += _package(inner, depth + 1)
    return lines


def _packages(folder: Path) -> list[Path]:
    return sorted(file.parent for file in folder.glob("*/__init__.py"))


def _modules(folder: Path, depth: int) -> list[str]:
    names = sorted(file.stem for file in folder.glob("*.py") if not file.stem.startswith("__"))
    return _wrapped(" · ".join(names), depth)


def _summary(file: Path) -> str:
    """The first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def _wrapped(text: str, depth: int) -> list[str]:
    lines, line = list[str](), ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= WIDTH - 2 * depth:
            lines, line = [*lines, line], ""
        line = f"{line} {word}" if line else word
    return ["  " * depth + each for each in [*lines, line] if each]


# the picture


def imports() -> str:
    """The imports between the packages of `tamaya`."""
    return _picture(lambda parts: parts[0] if parts else "")


def inside(package: str) -> str:
    """The imports between the parts of a package; what its `__init__` offers is not drawn."""
    return _picture(lambda parts: parts[1] if len(parts) > 1 and parts[0] == package else "")


def _picture(node_of: Callable[[list[str]], str]) -> str:
    """A Mermaid graph of imports, without those that follow from others."""
    graph = grimp.build_graph("tamaya")
    nodes = {module: node_of(module.split(".")[1:]) for module in graph.modules}
    edges = {
        (nodes[module], nodes[imported])
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    edges = {(a, b) for a, b in edges if a and b and a != b}
    lines = ["```mermaid", "graph TD", *(f"  {node}" for node in sorted({*nodes.values()} - {""}))]
    lines += [f"  {a} --> {b}" for a, b in sorted(_reduced(edges))]
    return "\n".join([*lines, "```", ""])


def _reduced(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The edges that no longer path stands for."""
    after: dict[str, set[str]] = {}
    for a, b in edges:
        after.setdefault(a, set()).add(b)

    def reaches(a: str, b: str, seen: frozenset[str]) -> bool:
        return any(
            step == b or reaches(step, b, seen | {step}) for step in after.get(a, set()) - seen
        )

    return {
        (a, b)
        for a, b in edges
        if not any(reaches(step, b, frozenset({a, step})) for step in after[a] - {b})
    }


if __name__ == "__main__":
    main()
