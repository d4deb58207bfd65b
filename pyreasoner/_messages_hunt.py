"""What is said about scopes and by `hunt`, each message in English and in Russian."""

from __future__ import annotations

HUNT: dict[str, tuple[str, str]] = {
    "scope_tries": (
        "`{name}`: `tries: {tries}` does not list values it can have",
        "`{name}`: в `tries: {tries}` не те значения, которые здесь возможны",
    ),
}
