"""A channel: a name, and the function that answers; all else is read off the function."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from types import SimpleNamespace
from typing import Annotated, Any, TypeVar, cast

import attrs

from underdraft.boundary.json import make, read_fields
from underdraft.boundary.shape import (
    Field,
    Shape,
    annotated,
    fields_of,
    json_key,
    parse_doc,
    shape_of,
)
from underdraft.errors import InvalidArgument
from underdraft.types.checks import check_name
from underdraft.types.request import MAX_ID, OWN_PROJECT
from underdraft.types.values import frozen

Handler = Callable[..., Any]
Method = TypeVar("Method", bound=Callable[..., Any])

CHANNEL_NAME = "channel_name"
"""The attribute of a service's method that has its channel's name."""

LISTENER = "on_event"
"""An argument of this name gets the caller's listener and is no field of the payload."""


@frozen(kw_only=True)
class Signature:
    """The payload's fields and the answer's shape of a channel."""

    summary: Annotated[str, "The first paragraph of the handler's docstring."]
    about: Annotated[str, 'What follows it there, or `""`.']
    fields: tuple[Field, ...]
    answer: Annotated[Shape, "The shape of the answer."]
    streams: Annotated[bool, "Whether the handler takes the caller's listener."] = False
    whole: Annotated[type | None, "The attrs class that takes its fields as one value, or `None`."] = None

    def read(self, payload: object) -> tuple[list[Any], dict[str, Any]]:
        """The arguments that a payload makes, by position and by name; refuses as :func:`read_fields` does."""
        if not isinstance(payload, Mapping):
            raise InvalidArgument("payload: expected an object")
        found = read_fields(self.fields, payload)
        if self.whole is None:
            return [], found
        names = [field.name for field in fields_of(self.whole) if field.name in found]
        return [make(self.whole, {name: found.pop(name) for name in names}, "payload")], found


@frozen
class Channel:
    """One thing that an application may ask for by name.

    Its handler takes the workspace, then the payload's fields as keyword-only arguments; it is async, or
    sync (then it runs in a worker thread). Names become keys in camelCase, types are checked strictly, an
    argument without a default is required. Several fields may come as one attrs value, which is the second
    positional argument. With an argument ``on_event`` it gets the caller's listener. What it returns is put
    into JSON: attrs classes, tuples, mappings.
    """

    name: Annotated[str, '`area:verb` or `area:noun:verb`, e.g. `"memory:create"`.']
    source: Annotated[Handler | str, "Or the name of a module that has it, imported at the first call."]

    @cached_property
    def handle(self) -> Handler:
        """The handler; a module that has no such channel is a ``LookupError``."""
        if not isinstance(self.source, str):
            return self.source
        for found in vars(import_module(self.source)).values():
            if isinstance(found, Channel) and found.name == self.name:
                return found.handle
            if isinstance(found, type):
                for method in vars(found).values():
                    if getattr(method, CHANNEL_NAME, None) == self.name:
                        return _on_service(found, method)
        raise LookupError(f"{self.source} has no channel {self.name}")

    @cached_property
    def signature(self) -> Signature:
        """The channel's fields and answer; a ``TypeError`` or ``NameError`` where a type cannot be read."""
        return signature_of(self.handle)


def channel(name: str) -> Callable[[Handler], Channel]:
    """Make a function the channel of this name: ``@channel("offers:hello")``; see :class:`Channel`."""
    return lambda handler: Channel(name, handler)


def served(name: str) -> Callable[[Method], Method]:
    """Make a service's method answer the channel of this name: ``@served("memory:create")``.

    The method stays what it is for callers in Python. Who leaves ``project_id: ProjectId`` or ``projectId``
    out means the workspace's own project (docs/contract.md, section 9).
    """

    def decorate(method: Method) -> Method:
        @functools.wraps(method)
        def in_project(service: Any, *given: Any, **named: Any) -> Any:
            project = named.get("project_id", OWN_PROJECT)
            if project is not None and project is not OWN_PROJECT:
                check_name("projectId", project, MAX_ID, may_be_blank=True)
            named["project_id"] = service.workspace.config.project_meant(project)
            return method(service, *given, **named)

        takes_project = inspect.get_annotations(method).get("project_id") == "ProjectId"
        found = in_project if takes_project else method
        setattr(found, CHANNEL_NAME, name)
        return cast("Method", found)

    return decorate


def _on_service(service: Callable[[Any], object], method: Handler) -> Handler:
    """The method as a handler, which takes the workspace first."""

    @functools.wraps(method)
    def handle(workspace: object, *given: Any, **named: Any) -> Any:
        return method(service(workspace), *given, **named)

    return handle


def signature_of(handle: Handler) -> Signature:
    """The signature of a channel's handler. Raises as :attr:`Channel.signature`."""
    function: Any = inspect.unwrap(getattr(handle, "__func__", handle))
    parameters = list(inspect.signature(handle).parameters.values())[1:]  # the workspace comes first
    given = [p for p in parameters if p.name != LISTENER]
    hints = _hints(function, [*(p.name for p in given), "return"])
    summary, about = parse_doc(function)
    fields: list[Field] = []
    whole = None
    for parameter in given:
        hint = hints.get(parameter.name, Any)
        if parameter.kind is parameter.KEYWORD_ONLY:
            fields.append(
                Field(
                    name=parameter.name,
                    key=json_key(parameter.name),
                    shape=shape_of(hint),
                    about=annotated(hint),
                    default=parameter.default,
                )
            )
        elif whole is None and attrs.has(hint):
            whole = hint
            fields += fields_of(hint)
        else:
            raise TypeError(f"{parameter.name}: expected a keyword-only argument, or one attrs class before")
    if len({field.key for field in fields}) < len(fields):
        raise TypeError("two fields have one key")
    return Signature(
        summary=summary,
        about=about,
        fields=tuple(fields),
        answer=shape_of(hints.get("return", Any)),
        streams=len(given) < len(parameters),
        whole=whole,
    )


def _hints(function: Any, names: list[str]) -> dict[str, Any]:
    """The types of some arguments; the others', such as the workspace's, need not be there at run time."""
    written = getattr(function, "__annotations__", {})
    wanted = SimpleNamespace(__annotations__={name: written[name] for name in names if name in written})
    return typing.get_type_hints(wanted, getattr(function, "__globals__", {}), include_extras=True)
