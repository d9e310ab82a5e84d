"""What a measurement may fail with."""


class BenchError(Exception):
    """A measurement that could not be made, and why."""
