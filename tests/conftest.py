"""What all tests share: the hypothesis profiles, and parts that a machine may lack."""

import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from support.parts import missing_parts

# Where the tests run in the background (nohup, some CI), SIGINT is ignored, and every program that
# they start would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

# the same examples on every run; `--hypothesis-profile=thorough` looks further
settings.register_profile(
    "tamaya",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=_SLOW_IS_FINE,
)
settings.register_profile(
    "thorough", settings.get_profile("tamaya"), derandomize=False, max_examples=2000
)
settings.load_profile("tamaya")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """Say at the very end which parts were missing and how to get them."""
    yield
    kinds = ("skipped", "failed", "error")
    missing = missing_parts(r for kind in kinds for r in terminalreporter.stats.get(kind, []))
    if missing:
        terminalreporter.section("parts missing on this machine", sep="=", yellow=True)
        for line in missing:
            terminalreporter.write_line(line)
