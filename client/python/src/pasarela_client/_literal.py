"""Choices in answers: type checkers know the values, and a value that a later version of the gateway adds is read all
the same. An answer to something that was filed must not fail because of it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import Literal as Literal
else:

    class Literal:
        def __class_getitem__(cls, _values: Any) -> Any:
            return Any
