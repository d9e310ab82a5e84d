"""Which device to train on."""

from contextlib import suppress

import torch

from tamaya.kernel.run.device import open_device


def default_device() -> str:
    """`cuda` if there is a GPU, otherwise `cpu`."""
    return "cuda" if device_available("cuda") else "cpu"


def device_available(device: str) -> bool:
    """Whether both PyTorch and the kernel can use a device."""
    if device == "cuda" and torch.cuda.is_available():
        with suppress(RuntimeError, ImportError):
            return bool(open_device(device, threads=1))
    return device == "cpu"
