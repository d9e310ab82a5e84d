"""CUDA graphs: work that is the same every time is captured once and then replayed.

Launching each of its many small kernels from Python would take longer than running them.
"""

from collections.abc import Callable

import torch

WARM_UP_RUNS = 3  # so that compilation, allocation and tuning are not captured


def capture_cuda_graph(work: Callable[[], None]) -> Callable[[], None]:
    """Capture `work` as a CUDA graph; a function that replays it.

    `work` is run a few times first, with all its effects. It must always use the same tensors.
    """
    side_stream = torch.cuda.Stream()
    side_stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side_stream):
        for _ in range(WARM_UP_RUNS):
            work()
    torch.cuda.current_stream().wait_stream(side_stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        work()
    return graph.replay
