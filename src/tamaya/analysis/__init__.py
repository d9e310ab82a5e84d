"""What could have been: solvers for finished games."""
