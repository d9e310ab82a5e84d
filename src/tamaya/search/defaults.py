"""How many rollouts a move gets where nobody says so."""

ROLLOUTS_ON_CPU = 1_000
ROLLOUTS_ON_GPU = 10_000
MAX_ROLLOUTS = 100_000
