"""Tamaya: the cooperative card game Hanabi, every rule of five printed editions."""

__version__ = "0.1.0"
