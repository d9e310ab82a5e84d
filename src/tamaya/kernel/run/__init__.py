"""Compiling loops for a device, and running them there."""
