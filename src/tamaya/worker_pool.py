"""Worker processes for tasks that may hang, fail or crash. They never outlive their parent.

A task is a function of a module, called with arguments that can be pickled. Each worker process
runs one task at a time. It is started when it is first needed, and again after it has died.
"""

import atexit
import contextlib
import faulthandler
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TextIO, TypeVar

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

T = TypeVar("T")
READY = b"ready"
GRACE = 5.0  # seconds after a time limit for the worker to end itself before it is killed


class TaskError(Exception):
    """A task that gave no result."""


class TaskFailed(TaskError):
    """The task raised an exception, given in words: classes of bots stay in the worker."""

    def __init__(self, error_type: str, message: str) -> None:
        super().__init__(f"{error_type}: {message}")
        self.error_type = error_type


class TaskTimedOut(TaskError):
    """The task took longer than its time limit; `place` is where it was then."""

    def __init__(self, place: str) -> None:
        super().__init__(f"the time limit was exceeded in {place}")
        self.place = place


class WorkerDied(TaskError):
    """The process ended in the middle of the task: it crashed or was killed."""


class _RunningProcess(NamedTuple):
    process: "SpawnProcess"
    connection: "Connection[Any, Any]"
    trace: "Connection[Any, Any]"  # where a task leaves a traceback at its time limit

    def place(self) -> str:
        """Where the task was at its time limit, in one line: the innermost frame of its thread."""
        trace = os.read(self.trace.fileno(), 1 << 16).decode() if self.trace.poll() else ""
        lines = trace.rpartition("Thread ")[2].splitlines()
        return next((line.strip() for line in lines if line.startswith("  File")), "somewhere")


class WorkerProcess:
    """One process, used by one thread at a time."""

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._running: _RunningProcess | None = None
        self._closed = False
        self._lock = threading.Lock()  # so that none is started once it is closed

    def start(self) -> _RunningProcess:
        """Start the process, unless it is running, and wait until it is ready."""
        if self._running is not None:
            if self._running.process.is_alive():
                return self._running
            self._discard(self._running)
        with self._lock:
            if self._closed:
                raise WorkerDied("the workers are closed")
            self._running = running = _start_process(self._niceness)
        try:
            running.connection.recv_bytes()
        except (EOFError, OSError) as error:
            self._discard(running)
            raise WorkerDied("a worker process could not be started") from error
        return running

    def call(self, task: Callable[..., T], args: tuple[Any, ...], time_limit: float | None) -> T:
        """Run a task and wait for its result; otherwise raise a `TaskError`."""
        running, began = self.start(), monotonic()
        connection = running.connection
        try:
            connection.send((task, args, time_limit))
            if time_limit is not None and not connection.poll(time_limit + GRACE):
                running.process.kill()  # it hangs where it cannot end itself
            done, result = connection.recv()
        except (EOFError, OSError) as error:
            place = running.place()
            self._discard(running)
            if time_limit is not None and monotonic() - began >= time_limit:
                raise TaskTimedOut(place) from error
            raise WorkerDied("a worker process ended abruptly") from error
        if not done:
            raise TaskFailed(*result)
        value: T = result
        return value

    def close(self) -> None:
        """End the process at once, whatever it is doing, and start none any more."""
        with self._lock:
            self._closed = True
            if self._running is not None:
                self._running.process.kill()

    def _discard(self, ended: _RunningProcess) -> None:
        """Forget a process that has ended, or is about to."""
        ended.process.join()
        with self._lock:
            self._running = None
        ended.connection.close()
        ended.trace.close()


class WorkerPool:
    """A fixed number of worker processes, and a queue of tasks for them.

    Close it at the end, or use it in a `with` statement: that ends the processes at once. The
    greater their niceness, the more they leave processors to other processes, where the system
    knows such a thing.
    """

    def __init__(self, processes: int, niceness: int = 0) -> None:
        self.processes = processes
        self._workers = [WorkerProcess(niceness) for _ in range(processes)]
        self._idle = deque(self._workers)
        self._threads = ThreadPoolExecutor(processes, "worker-pool")  # each waits for one process
        atexit.register(self.close)

    def submit(
        self,
        task: Callable[..., T],
        /,
        *args: Any,
        time_limit: float | None = None,
        tries: int = 1,
    ) -> "Future[T]":
        """Run a task in a worker; the future holds its result or a `TaskError`.

        A task that exceeds its time limit, in seconds, is ended together with its process. If a
        process dies, its task may be blameless: it is tried again, `tries` times in all.
        """
        return self._threads.submit(self._run, task, args, time_limit, tries)

    def warm_up(self) -> "Future[None]":
        """Start a worker that is not running yet, if there is an idle one."""
        return self._threads.submit(self._start_one)

    def close(self) -> None:
        """End all processes, whatever they are doing; tasks that wait are cancelled."""
        atexit.unregister(self.close)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(
        self, task: Callable[..., T], args: tuple[Any, ...], time_limit: float | None, tries: int
    ) -> T:
        with self._borrowed() as worker:
            for _ in range(tries - 1):
                with contextlib.suppress(WorkerDied):
                    return worker.call(task, args, time_limit)
            return worker.call(task, args, time_limit)

    def _start_one(self) -> None:
        with self._borrowed(cold=True) as worker:
            worker.start()

    @contextlib.contextmanager
    def _borrowed(self, *, cold: bool = False) -> Iterator[WorkerProcess]:
        """An idle worker: there are as many as threads. The one used last is warm."""
        worker = self._idle.popleft() if cold else self._idle.pop()
        try:
            yield worker
        finally:
            self._idle.append(worker)


def available_cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Start processes deaf to Ctrl-C, which a terminal sends to all but is for the parent.

    A signal that arrives meanwhile is not lost: it is delivered afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_process(niceness: int) -> _RunningProcess:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    trace, trace_writer = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(theirs, trace_writer, niceness))
    with _sigint_blocked():
        process.start()
    theirs.close()
    trace_writer.close()
    return _RunningProcess(process, ours, trace)


# in the worker process


def _serve(
    connection: "Connection[Any, Any]", trace: "Connection[Any, Any]", niceness: int
) -> None:
    """Run tasks until the parent is gone."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    # elsewhere than on POSIX a pipe is no file
    trace_file: int | TextIO = trace.fileno() if os.name == "posix" else sys.stderr
    connection.send_bytes(READY)
    while True:
        try:
            task, args, time_limit = connection.recv()
        except EOFError:
            return
        except Exception as error:  # noqa: BLE001 - what cannot be unpickled here
            connection.send((False, _described(error)))
            continue
        _answer(connection, _outcome(task, args, time_limit, trace_file))


def _outcome(
    task: Callable[..., object],
    args: tuple[Any, ...],
    time_limit: float | None,
    trace_file: int | TextIO,
) -> tuple[bool, object]:
    """Whether a task is done, and its result or a description of its error.

    At the time limit the process ends, wherever the task hangs, and leaves a trace.
    """
    if time_limit is not None:
        faulthandler.dump_traceback_later(time_limit, exit=True, file=trace_file)
    try:
        return True, task(*args)
    except BaseException as error:  # noqa: BLE001 - whatever a task raises, SystemExit too
        return False, _described(error)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _answer(connection: "Connection[Any, Any]", outcome: tuple[bool, object]) -> None:
    try:
        connection.send(outcome)
    except (BrokenPipeError, ConnectionResetError):
        sys.exit(1)  # the parent is gone
    except Exception as error:  # noqa: BLE001 - a result that cannot be pickled
        connection.send((False, _described(error)))


def _described(error: BaseException) -> tuple[str, str]:
    return type(error).__name__, str(error)


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
