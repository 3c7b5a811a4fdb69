"""Reads TOML that a person wrote: whatever is wrong with it is one typed error that says where."""

from __future__ import annotations

import tomllib
from typing import Any

from underdraft.errors import InvalidArgument
from underdraft.text.clean import one_line


def read_toml(place: str, text: str) -> dict[str, Any]:
    """The tables of a TOML text; ``place`` begins the message of a refusal."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidArgument(f"{place}{one_line(str(error))}") from None
    except ValueError:  # Python refuses to read a number of more than some thousand digits
        raise InvalidArgument(f"{place}a number is too long") from None
    except RecursionError:
        raise InvalidArgument(f"{place}nested too deeply") from None
