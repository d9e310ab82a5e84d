"""How long the first call of the kernel takes: with nothing compiled yet, and from the cache.

python -m tamaya.bench.first_call
"""

import os
import subprocess
import sys
import tempfile
import time

CALLS = {
    "random play": "batch.random_playout(10)",
    "legal, observe, step": "batch.legal(); batch.observe(); batch.step([5] * 64)",
}
PROGRAM = """
from tamaya.kernel.batch import Batch
from tamaya.rules import parse_options
batch = Batch(parse_options("base", 2), 64)
{}
"""


def main() -> None:
    """Measure new processes from start to end, with an empty cache and with a full one."""
    print(f"{'seconds':<24}{'first call':>12}{'from the cache':>16}")
    for name, calls in CALLS.items():
        with tempfile.TemporaryDirectory() as cache:
            first, second = (_seconds(PROGRAM.format(calls), cache) for _ in range(2))
        print(f"{name:<24}{first:>12.1f}{second:>16.1f}")


def _seconds(program: str, cache: str) -> float:
    begin = time.perf_counter()
    subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        env={**os.environ, "TAMAYA_CACHE": cache},
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
