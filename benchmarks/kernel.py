"""`tamaya bench kernel` where only Python, NumPy and Numba are: on a lent machine with a GPU.

PYTHONPATH=src python benchmarks/kernel.py [--device cuda] [--peers] [--seconds 2] [--json FILE]
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from tamaya.cli.kernel_speed import GAMES, Bench, table


def main() -> None:
    """Measure and print; to a file as well if one is named."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--device", choices=GAMES, default="cpu")
    parser.add_argument("--peers", action="store_true", help="others too, if they are installed")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line")
    parser.add_argument("--json", type=Path, help="a file for the list of rows")
    asked = parser.parse_args()
    rows = []
    for row in Bench(asked.device, asked.seconds, _say, asked.peers).rows():
        rows.append(row)
        if asked.json:  # as it goes along, so that what is measured is not lost
            asked.json.write_text(json.dumps([asdict(row) for row in rows], indent=2), "utf-8")
    print("\n".join(table(rows)))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
