"""Reinforcement learning by self-play: PPO with PyTorch on the kernel's games (extra `learn`)."""
