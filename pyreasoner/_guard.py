"""Owns the last resort: ending the process where its work cannot be stopped from within.

A grounding is one call into clingo that nothing interrupts. If the time or the memory is over, or
the user has pressed Ctrl-C, and it still goes on some seconds later, there is no other way.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from pyreasoner import _memory, _terminal
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

GRACE = 5.0
"""Seconds that one grounding may go on after it should have stopped."""
_PAUSE = 0.2
_MOMENT = 0.01
_TOO_MUCH = 1.25  # of the memory limit; then nothing waits any longer


class _Grounding:
    """Knows whether a grounding goes on, and since when."""

    def __init__(self) -> None:
        self.since: float | None = None

    def __enter__(self) -> None:
        """Note that a grounding begins."""
        self.since = time.monotonic()

    def __exit__(self, *_raised: object) -> None:
        """Note that it has ended."""
        self.since = None


grounding = _Grounding()
pressed = threading.Event()
"""Whether Ctrl-C was pressed since the work began: what fails after that is no fault."""


@contextmanager
def guarded(status: int, lang: str, seconds: float | None) -> Iterator[None]:
    """Watch over some work, and end the process if a grounding goes on when it should stop.

    Args:
        status: The exit status of a process that is ended.
        lang: The language of what is told then.
        seconds: How long the work may take; None for any time.
    """
    reading, writing = os.pipe()
    main = os.name == "posix" and threading.current_thread() is threading.main_thread()
    before = -1
    if main:
        for end in (reading, writing):
            os.set_blocking(end, False)
        before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    watch = _Watch(status, lang, seconds, reading if main else None)
    watch.start()
    try:
        with _interruptible() if main else nullcontext():
            yield
    finally:
        watch.over.set()
        watch.join()
        if main:
            signal.set_wakeup_fd(before)
        for end in (reading, writing):
            os.close(end)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let no Ctrl-C get lost, as it does while Python takes an object away.

    What is raised in `__del__` is printed and forgotten. So an interrupt there is raised a moment
    later; and what an interrupted constructor leaves behind is not complained about.
    """
    pressed.clear()

    def interrupt(_number: int, frame: FrameType | None) -> None:
        pressed.set()
        while frame is not None:
            if frame.f_code.co_name == "__del__":
                signal.setitimer(signal.ITIMER_REAL, _MOMENT)
                return
            frame = frame.f_back
        raise KeyboardInterrupt

    def complain(about: sys.UnraisableHookArgs) -> None:
        if not pressed.is_set():
            hook(about)

    hook = sys.unraisablehook
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler:  # somebody else takes care of it
        yield
        return
    alarm = signal.signal(signal.SIGALRM, interrupt)
    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = complain
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)
        signal.signal(signal.SIGINT, usual)
        sys.unraisablehook = hook


class _Watch(threading.Thread):
    """Looks a few times a second whether the work should have stopped, and whether it has.

    Args:
        status: The exit status of a process that is ended.
        lang: The language of what is told then.
        seconds: How long the work may take; None for any time.
        signals: Where the numbers of signals can be read; None if they cannot.
    """

    def __init__(self, status: int, lang: str, seconds: float | None, signals: int | None) -> None:
        super().__init__(name="guard", daemon=True)
        self.over = threading.Event()
        self._status = status
        self._lang = lang
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._signals = signals
        self._due: dict[str, float] = {}

    def run(self) -> None:
        """Watch until the work is over."""
        while not self.over.wait(_PAUSE):
            now = time.monotonic()
            for reason in self._reasons(now):
                self._due.setdefault(reason, now)
            began = grounding.since
            grace = 0.0 if _memory.exceeded(_TOO_MUCH) else GRACE
            for reason, since in self._due.items():
                if began is not None and now > max(began, since) + grace:
                    reached = say(f"limit_{reason}", self._lang)
                    _terminal.report(say("ended_within", self._lang, reason=reached) + "\n")
                    os._exit(self._status)

    def _reasons(self, now: float) -> Iterator[str]:
        """Yield why the work should stop."""
        if self._deadline is not None and now > self._deadline:
            yield "time"
        if _memory.exceeded():
            yield "memory"
        if self._signals is not None and _interrupted(self._signals):
            yield "interrupted"


def _interrupted(signals: int) -> bool:
    """Tell whether Ctrl-C was pressed; Python itself notices only after a call into clingo."""
    try:
        return signal.SIGINT in os.read(signals, 64)
    except BlockingIOError:
        return False
