"""Runs the command line, as `pyreasoner` and as `python -m pyreasoner`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; an interrupt while it is still being imported is no traceback."""
    try:
        from pyreasoner._cli import main as run  # noqa: PLC0415
    except KeyboardInterrupt:
        return 3
    return run()


if __name__ == "__main__":
    sys.exit(main())
