"""An extension of the reference: words beside a field's type, ``Annotated[str, "what it is"]``, become its description.

So do those of what is of a part: ``ClassVar[OfPart[str]] = OfPart("part.field", "what it is")``.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from griffe import Attribute, Docstring, Expr, ExprSubscript, ExprTuple, Extension, Object

PAIR = 2
"""``Annotated`` with one description."""

_ROLE = re.compile(r":\w+:`~?([^`]+)`")
"""``:class:`Name``` in a docstring."""


class AnnotatedFields(Extension):
    """Takes the words out of an attribute's type and puts them below it."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for each object, before its own kind: names of others stand as code."""
        if obj.docstring is not None:
            obj.docstring.value = _ROLE.sub(r"`\1`", obj.docstring.value)

    def on_attribute(self, *, attr: Attribute, **_: Any) -> None:
        """Called for each attribute of a class."""
        kind = attr.annotation
        if str(kind).startswith("OfPart["):
            attr.annotation = str(kind).removeprefix("OfPart[").removesuffix("]")
            words = ast.literal_eval(str(attr.value.arguments[-1]))
            attr.docstring = Docstring(words, parent=attr)
            return
        if not isinstance(kind, ExprSubscript) or str(kind.left) != "Annotated":
            return
        if not isinstance(kind.slice, ExprTuple) or len(kind.slice.elements) != PAIR:
            return
        plain, words = kind.slice.elements
        attr.annotation = plain if isinstance(plain, Expr) else str(plain)
        if attr.docstring is None:
            attr.docstring = Docstring(_ROLE.sub(r"`\1`", ast.literal_eval(str(words))), parent=attr)
