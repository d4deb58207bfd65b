"""A second opinion on the rules: a small, sequential evaluation of a case, used by tests only.

It is derived from the rule texts and the design alone and shares no code and no structure with
the encodings. It knows every reading and both editions.
"""

from .search import TooLargeError, Verdict, evaluate

__all__ = ["TooLargeError", "Verdict", "evaluate"]
