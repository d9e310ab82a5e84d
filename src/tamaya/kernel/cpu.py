"""The kernel compiled for this machine's processor."""

import numba

from tamaya.kernel.target import Target

CPU = Target("cpu", numba.njit(error_model="numpy", forceinline=True))
