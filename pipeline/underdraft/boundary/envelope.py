"""The boundary: channels by name, payloads checked strictly, one envelope for every answer."""

from __future__ import annotations

import asyncio
import enum
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import Canceled, InvalidArgument, UnderdraftError
from underdraft.types.request import OWN_PROJECT, Own

if TYPE_CHECKING:
    import cattrs


log = logging.getLogger("underdraft")
log.addHandler(logging.NullHandler())  # the application decides what is shown

Handler = Callable[..., Any]

_SURROGATE = re.compile(r"[\ud800-\udfff]")


@attrs.frozen(kw_only=True)
class Channel:
    """One thing that an application may ask for by name.

    Attributes:
        name: ``area:verb`` or ``area:noun:verb``, e.g. ``"memory:create"``.
        payload: An attrs class; its field names in camelCase are the payload's keys, its types are
            checked strictly, fields without a default are required.
        handle: Takes the workspace and the payload; async, or sync (then run in a worker thread).
            What it returns is put into JSON by :func:`to_json`.
        about: One line for lists.
        streams: Whether ``handle`` takes the caller's listener as ``on_event``.
    """

    name: str
    payload: type
    handle: Handler
    about: str = ""
    streams: bool = False


@attrs.frozen
class Nothing:
    """The payload of a channel that takes none."""


async def answer(
    channel: Channel, workspace: object, payload: object, *, on_event: Callable[[Any], None] | None = None
) -> dict[str, Any]:
    """Call the channel and wrap what comes of it; never raises but for a cancelled task.

    Returns:
        ``{"ok": True, "data": ...}`` or ``{"ok": False, "error": {"code", "message", "details"?}}``.
    """
    import inspect

    try:
        value = read_payload(channel.payload, payload)
        if channel.streams:
            result = await channel.handle(workspace, value, on_event=on_event)
        elif inspect.iscoroutinefunction(channel.handle):
            result = await channel.handle(workspace, value)
        else:
            result = await asyncio.to_thread(channel.handle, workspace, value)
        return {"ok": True, "data": to_json(result)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - nothing but the envelope leaves here
        return failure(error)


def failure(error: BaseException) -> dict[str, Any]:
    """The envelope of an error; anything unexpected becomes ``INTERNAL`` without its text."""
    if not isinstance(error, UnderdraftError):
        log.error("unexpected %s at the boundary", type(error).__name__)
        log.debug("where it came from", exc_info=error)
        error = UnderdraftError("an unexpected fault; see the log")
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.details:
        body["details"] = to_json(error.details)
    return {"ok": False, "error": body}


def canceled() -> dict[str, Any]:
    """The envelope of a call that was cancelled."""
    return failure(Canceled("canceled by the caller"))


def gather_channels(given: Iterable[tuple[str, Callable[[], Any]]]) -> dict[str, Channel]:
    """All channels by name, sorted; of a plugin that fails or takes another's name, none.

    Args:
        given: ``(plugin, function)``, the plugin that wins a name first.
    """
    found: dict[str, Channel] = {}
    for plugin, function in given:
        try:
            channels = {c.name: c for c in function()}
            taken = sorted(found.keys() & channels.keys())
            usable = all(isinstance(c, Channel) and attrs.has(c.payload) for c in channels.values())
        except (Exception, SystemExit) as error:  # noqa: BLE001 - what a stranger registers may raise anything
            log.warning("the channels of plugin %s are left out (%s)", plugin, type(error).__name__)
            continue
        if taken or not usable:
            log.warning("the channels of plugin %s are left out (%s)", plugin, taken or "not channels")
            continue
        found |= channels
    return dict(sorted(found.items()))


# --- JSON out ---------------------------------------------------------------------------------


def camel(name: str) -> str:
    """``project_id`` -> ``projectId``."""
    return re.sub(r"_([a-z0-9])", lambda m: m[1].upper(), name)


def to_json(value: Any) -> Any:
    """The value in JSON's types: attrs fields in camelCase, enums by name, tuples as lists."""
    if value is None or type(value) in {str, int, bool, float}:
        return value
    if attrs.has(type(value)):
        return {
            camel(a.name.lstrip("_")): to_json(getattr(value, a.name))
            for a in attrs.fields(type(value))
            if not a.name.startswith("_")
        }
    if isinstance(value, Mapping):
        return {_key(k): to_json(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(v) for v in value]
    if isinstance(value, enum.Enum):
        return _key(value)
    for kind in (str, int, float):  # subclasses, such as numpy's floats
        if isinstance(value, kind):
            return kind(value)
    # Its text could hold a memory address or a path.
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def _key(value: Any) -> str:
    if isinstance(value, enum.StrEnum):
        return str(value.value)
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, str | int):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be a key in JSON")


# --- JSON in ----------------------------------------------------------------------------------


def read_payload(kind: type, payload: object) -> Any:
    """The payload as an instance of the attrs class ``kind``.

    Raises:
        InvalidArgument: Unknown or missing field or wrong type; the message names the field and what
            is expected, never the value.
    """
    if not isinstance(payload, Mapping):
        raise InvalidArgument("payload: expected an object")
    import cattrs

    try:
        return _converter().structure(payload, kind)
    except cattrs.BaseValidationError as error:
        raise InvalidArgument(_explain(error, kind)) from None
    except UnderdraftError:
        raise
    except Exception as error:  # noqa: BLE001
        raise InvalidArgument(f"payload: {_expected(error)}") from None


_made: list[cattrs.Converter] = []


def _converter() -> cattrs.Converter:
    if not _made:
        _made.append(_make_converter())
    return _made[0]


def _make_converter() -> cattrs.Converter:
    import cattrs
    from cattrs.gen import make_dict_structure_fn, override

    converter = cattrs.Converter(forbid_extra_keys=True)

    def fields(kind: type) -> Any:
        attrs.resolve_types(kind)
        names = {a.name: override(rename=camel(a.name)) for a in attrs.fields(kind)}
        return make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **names)  # type: ignore[arg-type]

    converter.register_structure_hook_factory(attrs.has, fields)
    for kind, name in ((str, "a string"), (int, "a whole number"), (bool, "true or false")):
        converter.register_structure_hook(kind, _exactly(kind, name))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_func(lambda t: t == (str | None | Own), _own_or_id)
    converter.register_structure_hook_func(lambda t: t is Any or t is object, lambda v, _: v)
    return converter


def _exactly(kind: type, name: str) -> Callable[[object, object], object]:
    def check(value: object, _: object) -> object:
        if type(value) is not kind:
            raise InvalidArgument(f"expected {name}")
        if isinstance(value, str) and _SURROGATE.search(value):
            raise InvalidArgument("expected a string without lone surrogates")
        return value

    return check


def _number(value: object, _: object) -> float:
    import math

    if type(value) not in {int, float} or not math.isfinite(value):  # type: ignore[arg-type]
        raise InvalidArgument("expected a finite number")
    return float(value)  # type: ignore[arg-type]


def _own_or_id(value: object, _: object) -> str | Own | None:
    if value is None or value is OWN_PROJECT:
        return value
    if type(value) is not str:
        raise InvalidArgument("expected a string or null")
    return value


def _explain(error: BaseException, kind: type, path: str = "") -> str:
    """One sentence for the first fault inside cattrs' tree of errors."""
    import cattrs

    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        known = ", ".join(camel(a.name) for a in attrs.fields(error.cl))
        shown = sorted(str(k) for k in error.extra_fields if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", str(k)))
        return f"{path}{shown[0] if shown else 'a field'}: unknown field; known are: {known or 'none'}"
    if isinstance(error, cattrs.BaseValidationError):
        inner = error.exceptions[0]
        notes = [n for n in getattr(inner, "__notes__", []) if hasattr(n, "name") or hasattr(n, "index")]
        step = str(getattr(notes[0], "name", getattr(notes[0], "index", ""))) if notes else ""
        if isinstance(inner, KeyError) and not isinstance(inner, cattrs.BaseValidationError):
            return f"{path}{inner.args[0]}: required field is missing"
        return _explain(inner, kind, f"{path}{camel(step)}." if step else path)
    return f"{path.rstrip('.') or 'payload'}: {_expected(error)}"


def _expected(error: BaseException) -> str:
    if isinstance(error, UnderdraftError):
        return error.message
    return "expected another type"
