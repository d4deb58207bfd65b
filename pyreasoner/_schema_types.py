"""Owns the kinds of pydantic types that a case is made of, and the errors that carry flaws.

Values arrive as nodes of `_yaml.py`: a type opens its node and hands the parts on, so that one
run over a file names everything that is wrong with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    ValidationInfo,
    create_model,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from pyreasoner._lexicon import Flaw
from pyreasoner._shapes import Flaws, Reader, Shape
from pyreasoner._yaml import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

_PREFIX = "f_"


@dataclass(frozen=True, slots=True)
class Scope:
    """What a file may name.

    Args:
        reader: Reads values; it knows the cards of the file.
        library: The ids of the card library.
    """

    reader: Reader
    library: Collection[str]


class Strict(BaseModel):
    """A mapping of the file: the declared keys and no others."""

    model_config = ConfigDict(extra="forbid", protected_namespaces=())

    def given(self) -> dict[str, Any]:
        """Return the values that stand in the file, by their keys."""
        names = sorted(self.model_fields_set)
        return {name.removeprefix(_PREFIX): getattr(self, name) for name in names}


def refuse(*flaws: Flaw) -> ValidationError:
    """Return the error for pydantic that carries flaws."""
    details: list[InitErrorDetails] = [
        InitErrorDetails(
            type=PydanticCustomError(
                flaw.key,
                flaw.key,
                {"values": flaw.values, "hint": flaw.hint, "offset": flaw.offset},
            ),
            loc=flaw.path,
            input=None,
        )
        for flaw in flaws
    ]
    return ValidationError.from_exception_data("case", details)


def field(check: Callable[[Node, Scope], Any]) -> Any:  # noqa: ANN401  a type for pydantic
    """Return a type whose values a function reads."""

    def validate(node: Node, info: ValidationInfo) -> Any:  # noqa: ANN401  whatever it reads
        scope: Any = info.context
        try:
            return check(node, scope)
        except Flaws as error:
            raise refuse(*error.flaws) from None

    return Annotated[Any, PlainValidator(validate)]


def shaped(shape: Shape) -> Any:  # noqa: ANN401  a type for pydantic
    """Return a type whose values have a shape."""
    return field(lambda node, scope: scope.reader.read(shape, node))


def opened(kind: Any, opening: Callable[[Node], Any]) -> Any:  # noqa: ANN401  types for pydantic
    """Return a type whose values are opened before they are checked."""

    def validate(node: Node) -> Any:  # noqa: ANN401  a dict or a list
        try:
            return opening(node)
        except Flaws as error:
            raise refuse(*error.flaws) from None

    return Annotated[kind, BeforeValidator(validate)]


def as_dict(node: Node, form: str) -> dict[str, Node]:
    """Return the values of a mapping by their keys."""
    if isinstance(node, Scalar) and node.null:
        raise Flaws(Flaw("case_value_missing", {"form": form}))
    if not isinstance(node, Mapping):
        raise Flaws(Flaw("case_form", {"form": form}))
    return {key: value for key, (_, value) in node.entries.items()}


def as_list(node: Node, form: str, least: int = 0) -> list[Node]:
    """Return the entries of a list, at least so many."""
    if isinstance(node, Scalar) and node.null:
        raise Flaws(Flaw("case_value_missing", {"form": form}))
    if not isinstance(node, Sequence) or len(node.items) < least:
        raise Flaws(Flaw("case_form", {"form": form}))
    return node.items


def mapping_of(kind: Any, form: str) -> Any:  # noqa: ANN401  types for pydantic
    """Return a type for a mapping; `form` shows people what it looks like."""
    return opened(kind, partial(as_dict, form=form))


def entries_of(check: Callable[[str], str], kind: Any) -> Any:  # noqa: ANN401  types for pydantic
    """Return a type for a mapping with free keys, which a function checks."""
    key: Any = Annotated[str, PlainValidator(check)]
    made: Any = dict
    return made[key, kind]


def list_of(kind: Any, form: str, least: int = 0) -> Any:  # noqa: ANN401  types for pydantic
    """Return a type for a list of at least so many; `form` shows people what it looks like."""
    return opened(list[kind], partial(as_list, form=form, least=least))


def strict(name: str, fields: dict[str, Any], required: Iterable[str] = ()) -> type[Strict]:
    """Return a model with these keys; those that are not required may be missing."""
    needed = set(required)
    made: dict[str, Any] = {
        f"{_PREFIX}{key}": (kind, Field(... if key in needed else None, alias=key))
        for key, kind in fields.items()
    }
    model: type[Strict] = create_model(name, __base__=Strict, **made)
    return model
