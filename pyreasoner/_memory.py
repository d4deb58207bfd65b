"""Owns the memory limit of this process.

What clingo has seen it never gives back, and a grounding cannot be stopped half-way. So the limit
is a property of the process: work that goes in steps looks at it between them and ends with what it
has found; `_guard.py` ends a process that cannot.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1 << 20
_STATM = Path("/proc/self/statm")


@dataclass(slots=True)
class _Limit:
    """The limit in bytes, None for none."""

    bytes: int | None = None


_limit = _Limit()


def limit_memory(most: int | None) -> None:
    """Set the limit for all that follows in this process.

    Args:
        most: Bytes, None for any number.
    """
    _limit.bytes = most


def share(processes: int) -> int | None:
    """Return what each of some processes may hold so that all keep to the limit; None for any.

    Args:
        processes: How many there are.
    """
    return None if _limit.bytes is None else _limit.bytes // processes


def exceeded(times: float = 1.0) -> bool:
    """Tell whether the process holds more memory than it may.

    Args:
        times: How many times as much it must be, 1 or more.
    """
    return _limit.bytes is not None and resident() > times * _limit.bytes


def resident() -> int:
    """Return how many bytes of memory the process holds; the most it has held where unknown."""
    try:
        return int(_STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource  # noqa: PLC0415 - not every system has it

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def half_of_the_machine() -> int | None:
    """Return half of the memory of this machine in bytes, None where it is not told."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, OSError, ValueError):
        return None
