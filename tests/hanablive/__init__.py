"""Tests of hanab.live's protocol; they need the digests of passwords."""

from support.parts import require

require("argon2")
