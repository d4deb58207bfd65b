"""Owns where the encodings lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

DEFAULT_RULEBOOK = "berserk"


def encodings_folder() -> Path:
    """Return the folder that holds `kernel/` and the shipped rulebook.

    Raises:
        FileNotFoundError: The installation is damaged.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "encodings", package.parent / "encodings"):
        if (folder / "kernel").is_dir():
            return folder
    raise FileNotFoundError(package / "encodings")


def kernel_folder() -> Path:
    """Return the folder of the kernel's encodings."""
    return encodings_folder() / "kernel"


def default_rulebook() -> Path:
    """Return the folder of the shipped rulebook."""
    return encodings_folder() / DEFAULT_RULEBOOK
