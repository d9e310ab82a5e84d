"""Look what we depend on up in an index of known holes; without one, say so: `make check`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCKS = ("base", "dev", "audit", "mutation", "node")


def main() -> None:
    """Ask about every locked version; leave with an error if there are holes."""
    asked = skipped = found = 0
    for lock in LOCKS:
        packages = _answers(sys.argv[1], ROOT / "requirements" / f"{lock}.txt")
        known = [package for package in packages if "skip_reason" not in package]
        asked, skipped = asked + len(known), skipped + len(packages) - len(known)
        found += sum(map(_told, known))
    print(summary(asked, skipped, found))
    sys.exit(1 if found else 0)


def summary(asked: int, skipped: int, found: int) -> str:
    """What is known now; that nothing could be asked is no good news."""
    if not asked:
        return (
            "NOTHING WAS CHECKED: no index of known holes is reachable from here. "
            "Run `make check` again where pypi.org is."
        )
    told = f"{asked:,} packages checked, {found:,} known holes"
    if skipped:
        told += f"; {skipped:,} NOT CHECKED: the index that is reachable does not know them"
    return told


def _answers(program: str, lock: Path) -> list[dict[str, Any]]:
    ran = subprocess.run(  # noqa: S603 - the program that make names
        [program, "--disable-pip", "--require-hashes", "-r", lock, "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    try:
        packages: list[dict[str, Any]] = json.loads(ran.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"{lock.name}: not checked: {ran.stderr.strip().rpartition(chr(10))[2][:150]}")
        return []
    return packages


def _told(package: dict[str, Any]) -> int:
    for hole in package["vulns"]:
        fixed = ", ".join(hole["fix_versions"]) or "no version"
        print(f"{package['name']} {package['version']}: {hole['id']}, fixed in {fixed}")
    return len(package["vulns"])


if __name__ == "__main__":
    main()
