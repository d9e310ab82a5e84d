"""`tamaya bench kernel` where only Python, NumPy and Numba are: on a lent machine with a GPU.

PYTHONPATH=src python benchmarks/kernel.py [--device cuda] [--peers] [--seconds 2] [--json FILE]
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from figures import block
from tamaya.cli.kernel_speed import GAMES, Bench, table
from tamaya.cli.speeds import Row


def main() -> None:
    """Measure and print; to a file as well if one is named."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--device", choices=GAMES, default="cpu")
    parser.add_argument("--peers", action="store_true", help="others too, if they are installed")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line")
    parser.add_argument("--json", type=Path, help="a file for the list of rows")
    parser.add_argument("--out", type=Path, help="a file for the table, with the machine's name")
    asked = parser.parse_args()
    rows: list[Row] = []
    run = Bench(asked.device, asked.seconds, _say, asked.peers)
    for row in run.rows():
        rows.append(row)
        if asked.json:  # as it goes along, so that what is measured is not lost
            asked.json.write_text(json.dumps([asdict(row) for row in rows], indent=2), "utf-8")
        if asked.out:
            asked.out.write_text(block(_command(), _text(run, rows), _gpu(asked.device)), "utf-8")
    print(_text(run, rows))


def _text(run: Bench, rows: list[Row]) -> str:
    return "\n".join((*table(rows), "", *run.notes()))


def _command() -> str:
    """As it was called, but for the files."""
    words = iter(sys.argv[1:])
    kept = [word for word in words if word not in ("--json", "--out") or not next(words)]
    return " ".join(("python benchmarks/kernel.py", *kept))


def _gpu(device: str) -> str:
    """The graphics processor, if that is what was measured."""
    if device != "cuda":
        return ""
    from tamaya.kernel.run.cuda import cuda  # noqa: PLC0415 - only where there is one

    name = cuda.get_current_device().name
    return f"{name.decode() if isinstance(name, bytes) else name}, "


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
