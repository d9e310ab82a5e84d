"""The net bot: plays a trained network. It needs NumPy, and no PyTorch."""
