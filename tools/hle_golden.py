"""Record games of the Hanabi Learning Environment: `python tools/hle_golden.py`.

It has to be installed: `CMAKE_POLICY_VERSION_MINIMUM=3.5 pip install hanabi-learning-environment`.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.envs.research import (  # in the folder of the tests
    CONFIGS,
    GOLDEN,
    ORIGINAL,
    Library,
    at_random,
    record,
)


def main() -> None:
    """Write the file anew, a line for each config."""
    library = Library.load(ORIGINAL)
    games = {
        name: record(library, {"seed": 11 * place} | config, at_random(name))
        for place, (name, config) in enumerate(CONFIGS.items())
    }
    rows = (f'"{name}":{json.dumps(kept, separators=(",", ":"))}' for name, kept in games.items())
    GOLDEN.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8", newline="\n")
    print(f"{GOLDEN.name}: {len(games)} configs, {GOLDEN.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
