"""The GPU's source, without a GPU: Numba's simulator plays it, and it must play as the CPU does.

On a machine with a GPU, `tests/long/cuda_games.py` does the same with millions of games.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tamaya.kernel.batch import Batch
from tamaya.kernel.loops import observe_cuda
from tamaya.rules import parse_options

ROOT = Path(__file__).parents[2]
FEW = ("--games", "1", "--batch", "2", "--moves", "4", "--steps", "1")
PATIENCE = 170  # seconds


def test_simulated_it_plays_as_the_cpu_does() -> None:
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-W", "ignore", ROOT / "tests/long/cuda_games.py", *FEW],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1].endswith("games, every word the same")


@pytest.mark.parametrize("length", [2, 3, 5, 7, 8, 9, 20, 33, 64, 65, 130, 658])
@pytest.mark.parametrize("rows", [1, 2, 7])
def test_bits_become_bytes_row_after_row(length: int, rows: int) -> None:
    bits = np.random.default_rng(length).integers(0, 2, (rows, length), dtype=np.uint8)
    padded = np.zeros((rows, -(-length // 64) * 64), np.uint8)
    padded[:, :length] = bits
    packed = np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
    out = np.full(-(-bits.size // 8), 7, np.uint64)
    observe_cuda.unpack_in_parallel(packed, out, length)
    assert (out.view(np.uint8)[: bits.size] == bits.flatten()).all()


def test_without_a_gpu_there_is_a_clear_word() -> None:
    from tamaya.kernel.run import cuda  # noqa: PLC0415 - importing it takes a while

    if cuda.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(RuntimeError, match="no NVIDIA GPU here"):
        Batch(parse_options("base", 2), 1, device="cuda")
