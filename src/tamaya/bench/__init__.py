"""Measurements of speed: the rules, the kernel, a server under load, other engines."""
