"""Players that teach themselves: self-play on the kernel, with PyTorch (extra `learn`)."""
