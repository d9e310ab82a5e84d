"""Tests of hanab.live's protocol; they need the digests of passwords."""

from parts import require

require("argon2")
