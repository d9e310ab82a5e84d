"""In place of `hanabi_learning_environment`: the same names and numbers, played by the kernel."""
