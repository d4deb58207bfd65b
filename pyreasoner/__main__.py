"""Runs the command line, as `pyreasoner` and as `python -m pyreasoner`."""

from __future__ import annotations

import os
import sys

_INCOMPLETE = 3


def main() -> int:
    """Run the command line; an interrupt while it is still being imported is no traceback."""
    try:
        from pyreasoner._cli import main as run  # noqa: PLC0415
    except KeyboardInterrupt:
        status = _INCOMPLETE
    else:
        status = run()
    if status == _INCOMPLETE:
        # After Ctrl-C within `exec`, which imports use, Python ends by the signal at its exit,
        # although it was caught. Everything has been written by now.
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(main())
