"""Batches hand their arrays to PyTorch and JAX as they are, without a copy."""

import importlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tamaya.kernel.batch import Batch
from tamaya.rules import parse_options


def module(name: str) -> ModuleType:
    """A package that is not among those we need."""
    return importlib.import_module(name) if importlib.util.find_spec(name) else pytest.skip(name)


def gpu() -> bool:
    from tamaya.kernel.run import cuda  # noqa: PLC0415 - importing it takes a while

    return bool(cuda.cuda.is_available())


@pytest.fixture(params=["cpu", "cuda"])
def batch(request: pytest.FixtureRequest) -> Batch:
    if request.param == "cuda" and not gpu():
        pytest.skip("there is no GPU")
    return Batch(parse_options("base+noempty", 2), 100, seed=3, device=request.param)


def pointer(array: Any) -> int:
    """Where an array begins."""
    if isinstance(array, np.ndarray):
        return int(array.ctypes.data)
    return int(array.__cuda_array_interface__["data"][0])


def test_pytorch_takes_what_is_seen_and_gives_actions(batch: Batch) -> None:
    torch = module("torch")
    place = batch.device.name
    for _ in range(30):
        mine, legal = batch.observe(), batch.legal()
        seen = torch.as_tensor(mine, device=place)
        assert seen.data_ptr() == pointer(mine)
        assert seen.shape == (100, 658)
        mask = torch.as_tensor(legal, device=place)
        chosen = torch.multinomial(mask.float(), 1)[:, 0]
        done = batch.step(chosen)
        assert torch.as_tensor(done.legal, device=place).all()


def test_jax_takes_what_is_seen_and_gives_actions(batch: Batch) -> None:
    jax = module("jax")
    numpy = module("jax.numpy")
    for number in range(30):
        mine, legal = batch.observe(), batch.legal()
        here = batch.device.name == "cpu"
        seen = jax.dlpack.from_dlpack(mine, copy=False) if here else numpy.asarray(mine)
        assert seen.unsafe_buffer_pointer() == pointer(mine)
        assert seen.shape == (100, 658)
        mask = numpy.log(numpy.asarray(legal, dtype=numpy.float32))
        chosen = jax.random.categorical(jax.random.PRNGKey(number), mask)
        jax.block_until_ready(chosen)
        done = batch.step(chosen)
        assert batch.device.to_host(done.legal).all()
