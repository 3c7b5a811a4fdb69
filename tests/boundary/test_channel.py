"""What is read off a channel's handler."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

import attrs
import pytest

from underdraft import Channel, channel
from underdraft.boundary.channel import signature_of
from underdraft.boundary.shape import ListOf, ObjectShape, Scalar, Union

if TYPE_CHECKING:
    from underdraft import Workspace

T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Greeting:
    """A few friendly words.

    More about them.
    """

    text: Annotated[str, "What is said, on one line."]
    again: Annotated[tuple[Greeting, ...], "The same."] = ()


@attrs.frozen
class Page(Generic[T]):
    """A page."""

    items: tuple[T, ...]
    first: T | None = None


@attrs.frozen(kw_only=True)
class Request:
    """What is asked for."""

    name: Annotated[str, "Whom."]
    times: int = 1


Loudness = Annotated[float, "How loud, 0 to 1."]


@channel("offers:hello")
def hello(
    workspace: Workspace,
    *,
    first_name: Annotated[str, "Whom to greet: a name, and no title."],
    loud: Loudness = 0.5,
    from_: Annotated[str, "Who greets."] = "us",
) -> Greeting:
    """Greet somebody, who may be asleep.

    It is done
    at once.

    Raises:
        NotFound: Nobody is there.
    """
    return Greeting(text=f"{first_name} {loud} {from_}")


def test_a_signature():
    """Names, types, defaults and words come from the function; its first paragraph is the summary."""
    assert isinstance(hello, Channel)
    assert hello.name == "offers:hello"
    found = hello.signature
    assert (found.summary, found.about) == ("Greet somebody, who may be asleep.", "It is done at once.")
    assert [(f.name, f.key, f.shape, f.required, f.about) for f in found.fields] == [
        ("first_name", "firstName", Scalar("string"), True, "Whom to greet: a name, and no title."),
        ("loud", "loud", Scalar("number"), False, "How loud, 0 to 1."),
        ("from_", "from", Scalar("string"), False, "Who greets."),
    ]
    assert found.answer == ObjectShape(Greeting)
    assert found.fields[1].default == 0.5
    assert not found.streams


def test_the_answers_shape():
    """Attrs classes become named shapes, also such as hold themselves and such as take arguments."""
    shape = hello.signature.answer
    assert (shape.name, shape.about) == ("Greeting", "A few friendly words.")
    assert [(f.key, f.about) for f in shape.fields] == [
        ("text", "What is said, on one line."),
        ("again", "The same."),
    ]
    assert shape.fields[1].shape == ListOf(shape)

    def pages(workspace) -> Page[Greeting]: ...

    page = signature_of(pages).answer
    assert page.name == "GreetingPage"
    assert [f.shape for f in page.fields] == [
        ListOf(ObjectShape(Greeting)),
        Union((ObjectShape(Greeting), Scalar("null"))),
    ]


def test_fields_as_one_value():
    """A second positional argument takes its fields as one attrs value, next to fields of the handler's own."""

    def handle(workspace, request: Request, *, stream: bool = False, on_event=None) -> str: ...

    found = signature_of(handle)
    assert [f.key for f in found.fields] == ["name", "times", "stream"]
    assert found.fields[0].about == "Whom."
    assert found.streams
    assert found.read({"name": "a", "stream": True}) == ([Request(name="a")], {"stream": True})


def test_methods_are_handlers_too():
    """A bound method's own first argument does not count."""

    class Plugin:
        def say(self, workspace, *, words: str) -> str:
            """Say something."""
            return words

    assert [f.key for f in signature_of(Plugin().say).fields] == ["words"]
    assert signature_of(Plugin().say).summary == "Say something."


def _refuses_bytes(workspace, *, content: bytes): ...


def _refuses_positions(workspace, words): ...


def _refuses_two(workspace, one: Request, two: Request): ...


def _refuses_one_key_twice(workspace, one: Request, *, name: str): ...


@pytest.mark.parametrize("handle", [_refuses_bytes, _refuses_positions, _refuses_two, _refuses_one_key_twice])
def test_handlers_that_are_none(handle):
    """What JSON cannot hold, or what cannot be told by name, makes no channel."""
    with pytest.raises(TypeError):
        signature_of(handle)


def test_a_module_that_is_imported_later(tmp_path, monkeypatch):
    """A channel may name the module that has it; the module is imported when the handler is first needed."""
    monkeypatch.syspath_prepend(tmp_path)
    text = """
from underdraft import channel

@channel("late:say")
def say(workspace, *, words: str) -> str:
    "Say something."
    return words
"""
    (tmp_path / "late_words.py").write_text(text, "utf-8")
    found = Channel("late:say", "late_words")
    assert "late_words" not in sys.modules
    assert found.signature.summary == "Say something."
    assert found.handle(None, words="a") == "a"
    monkeypatch.delitem(sys.modules, "late_words")
    with pytest.raises(LookupError, match="late:sing"):
        _ = Channel("late:sing", "late_words").handle
