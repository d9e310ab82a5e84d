"""Work that is the same every time, recorded once on a GPU and then played back.

A GPU does a step sooner than Python asks for it; played back, nobody has to ask.
"""

from collections.abc import Callable

import torch

WARM = 3  # times before it is recorded: what is done only once must not be in it


def recorded(work: Callable[[], None]) -> Callable[[], None]:
    """The same work, without Python. It is done a few times here."""
    beside = torch.cuda.Stream()
    beside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(beside):
        for _ in range(WARM):
            work()
    torch.cuda.current_stream().wait_stream(beside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        work()
    return graph.replay
