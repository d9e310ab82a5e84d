"""Change the rules a little in a thousand ways, and see that the tests notice each change.

Run it with `make mutation`. A change that no test notices must be listed in docs/testing.md with
the reason why it is harmless; any other fails this program.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MUTMUT = Path(sys.executable).with_name("mutmut")
LISTED = ROOT / "docs/testing.md"


def mutmut(*words: str) -> str:
    done = subprocess.run([MUTMUT, *words], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - our own tool
    return done.stdout


def survivors() -> list[str]:
    return re.findall(r"^\s*(\S+): survived$", mutmut("results"), re.MULTILINE)


def change(name: str) -> tuple[str, str]:
    """The line that a mutation took out and the one that it put in."""
    lines = [
        line for line in mutmut("show", name).splitlines() if not line.startswith(("---", "+++"))
    ]
    out, put_in = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    return out, put_in


def main() -> int:
    shutil.rmtree(ROOT / "mutants", ignore_errors=True)
    jobs = str(os.cpu_count() or 1)
    run = subprocess.run([MUTMUT, "run", "--max-children", jobs], cwd=ROOT, check=False)  # noqa: S603
    if run.returncode:
        return run.returncode
    harmless, unknown = LISTED.read_text(encoding="utf-8"), 0
    found = survivors()
    for name in found:
        out, put_in = change(name)
        if f"`{put_in}`" not in harmless:
            unknown += 1
            print(f"not noticed by any test: {name}\n  - {out}\n  + {put_in}")
    print(
        f"{len(found)} changes survive, {unknown} of them not listed in {LISTED.relative_to(ROOT)}"
    )
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
