"""`tamaya bench kernel` where only Python, NumPy and Numba are installed.

PYTHONPATH=src python -m tamaya.bench [--device cuda] [--peers] [--seconds 2] [--json FILE]
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from tamaya.bench.kernel import GAMES, KernelBench
from tamaya.bench.report import figure_block, kernel_lines
from tamaya.bench.speed import SpeedRow


def main() -> None:
    """Measure and print; to a file as well if one is named."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--device", choices=GAMES, default="cpu")
    parser.add_argument("--peers", action="store_true", help="others too, if they are installed")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line")
    parser.add_argument("--json", type=Path, help="a file for the list of rows")
    parser.add_argument("--out", type=Path, help="a file for the table, with the machine's name")
    arguments = parser.parse_args()
    rows: list[SpeedRow] = []
    run = KernelBench(arguments.device, arguments.seconds, _print_progress, arguments.peers)
    for row in run.rows():
        rows.append(row)
        if arguments.json:  # after each row, so that an interrupted run loses nothing
            arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=2), "utf-8")
        if arguments.out:
            block = figure_block(_command(), _table(run, rows), _gpu(arguments.device))
            arguments.out.write_text(block, "utf-8")
    print(_table(run, rows))


def _table(run: KernelBench, rows: list[SpeedRow]) -> str:
    return "\n".join((*kernel_lines(rows), "", *run.notes()))


def _command() -> str:
    """The command line without the names of files."""
    words = iter(sys.argv[1:])
    kept = [word for word in words if word not in ("--json", "--out") or not next(words)]
    return " ".join(("python -m tamaya.bench", *kept))


def _gpu(device: str) -> str:
    """The name of the GPU, if that was measured."""
    if device != "cuda":
        return ""
    from tamaya.kernel.run.cuda import cuda  # noqa: PLC0415 - only where there is one

    name = cuda.get_current_device().name
    return f"{name.decode() if isinstance(name, bytes) else name}, "


def _print_progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
