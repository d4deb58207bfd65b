"""Runs the command line for `python -m pyreasoner`."""

import sys

from pyreasoner._cli import main

sys.exit(main())
