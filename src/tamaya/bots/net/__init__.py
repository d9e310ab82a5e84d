"""A bot that plays a trained net. It needs NumPy, and no PyTorch."""
