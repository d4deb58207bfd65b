"""Owns where jobs run: in this process, in others on this machine, or on a cluster.

All three have the interface of `concurrent.futures.Executor`.
"""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any

from pyreasoner._memory import limit_memory, share
from pyreasoner._options import usage
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SECONDS = 10


class Here(Executor):
    """Runs each job at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Run a function and return its result as a future that is done.

        Args:
            fn: The function.
            args: Its arguments.
            kwargs: Its keyword arguments.
        """
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            future.set_exception(error)
        return future


@contextmanager
def executor(jobs: int, scheduler: str = "") -> Iterator[Executor]:
    """Yield what runs jobs; what has not begun when it is left does not run any more.

    Args:
        jobs: In how many processes.
        scheduler: The address of a Dask scheduler, empty for this machine.

    Raises:
        UsageError: There is no such scheduler, or the extra `cluster` is not installed.
    """
    if scheduler:
        with _cluster(scheduler) as found:
            yield found
        return
    if jobs == 1:
        yield Here()
        return
    pool = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=begin, initargs=(share(jobs),)
    )
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """Yield the executor of a Dask cluster."""
    if find_spec("distributed") is None:
        raise UsageError([usage("hunt_no_distributed", {})])
    from distributed import Client  # noqa: PLC0415 - an extra

    try:
        client = Client(address, timeout=_SECONDS)
    except (OSError, ValueError) as error:
        values = {"address": address, "problem": str(error) or type(error).__name__}
        raise UsageError([usage("hunt_no_scheduler", values)]) from error
    try:
        yield client.get_executor(retries=2, pure=False)
    finally:
        client.close()


def _end_with_the_first() -> None:
    """End this process when the one that started it is gone, even if it was killed."""
    first = parent_process()
    if first is not None:
        first.join()
        os._exit(1)


def begin(memory: int | None) -> None:
    """Begin a process that does jobs: Ctrl-C is left to the first, and it ends with that one.

    Args:
        memory: How many bytes it may hold, None for any number.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(memory)
    threading.Thread(target=_end_with_the_first, daemon=True).start()
