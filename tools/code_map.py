"""Write the map of the code from the code: `make map`.

The tree in CONTRIBUTING.md names every package and module; the picture in docs/architecture.md is
the graph of imports between packages. A test fails when either is out of date.
"""

import ast
import re
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/tamaya"
BLOCK = re.compile(r"(<!-- made by tools/code_map.py: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
PAGES = (ROOT / "CONTRIBUTING.md", ROOT / "docs/architecture.md")
WIDTH = 100


def main() -> None:
    """Write both pages."""
    for page in PAGES:
        page.write_text(up_to_date(page.read_text(encoding="utf-8")), encoding="utf-8")


def up_to_date(text: str) -> str:
    """A page with its generated blocks as the code is now."""
    made = {"tree": tree, "imports": imports}
    return BLOCK.sub(lambda found: f"{found[1]}{made[found[2]]()}{found[3]}", text)


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
    """The imports between packages as a Mermaid graph, without those that follow from others."""
    graph = grimp.build_graph("tamaya")
    nodes = {_node(module) for module in graph.modules} - {""}
    edges = {
        (_node(module), _node(imported))
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    edges = {(a, b) for a, b in edges if a and b and a != b}
    lines = ["```mermaid", "graph TD"]
    for package in sorted({node.partition(".")[0] for node in nodes}):
        inner = sorted(node for node in nodes if node.startswith(f"{package}."))
        if inner:
            lines += [f"  subgraph {package}", *(f"    {_box(node)}" for node in inner), "  end"]
        if package in nodes:
            lines.append(f"  {_box(package)}")
    lines += [f"  {_id(a)} --> {_id(b)}" for a, b in sorted(_reduced(edges))]
    return "\n".join([*lines, "```", ""])


def _node(module: str) -> str:
    """What a module is drawn as: its package, or what it is in a package that has packages.

    What such a package itself offers (`__init__`) is not drawn.
    """
    parts = module.split(".")[1:]
    if parts and _packages(SOURCE / parts[0]):
        return ".".join(parts[:2]) if len(parts) > 1 else ""
    return parts[0] if parts else ""


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


def _id(node: str) -> str:
    return node.replace(".", "_")


def _box(node: str) -> str:
    return f'{_id(node)}["{node.rpartition(".")[2]}"]'


if __name__ == "__main__":
    main()
