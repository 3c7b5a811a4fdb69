"""Errors of a model's provider in clean words: what is missing, and how to fix it.

litellm wraps a refused connection and a missing key alike in a status of 500 that nobody sent. What really
happened stands in the chain of causes, which is read here. A message never holds the other side's words, a
key, or more of an address than its host and port.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

import attrs

from underdraft import ModelError, Timeout, UnderdraftError
from underdraft_plugins.models.litellm_gate import Redirected

BROKEN = "the connection to the provider broke before the reply was finished"

EXAMPLE_ADDRESS = "http://127.0.0.1:8080/v1"

OWN_SERVERS = frozenset({"hosted_vllm", "litellm_proxy", "lm_studio", "xinference"})
"""litellm's names of servers that have no address of their own: without one it would ask OpenAI."""

OLLAMA = frozenset({"ollama", "ollama_chat"})

_MADE_UP = 500
"""The status that litellm gives an error of its own."""
_NOT_FOUND = 404
_LONGEST_WAIT_S = 86_400
"""A longer one is taken for nonsense."""

_MEANINGS = {
    400: "the request was refused",
    401: "the key was refused, or is not set",
    402: "the account has no credit",
    403: "access was denied",
    404: "there is no such model or address",
    408: "timeout",
    413: "the request is too large",
    422: "the request was refused",
    429: "rate limit",
    500: "an error of its own",
    502: "bad gateway",
    503: "unavailable",
    504: "gateway timeout",
    529: "overloaded",
}

# Names of classes of httpx, aiohttp, openai and botocore, which are litellm's business to install.
_NOT_CONNECTED = frozenset({"ConnectError", "ClientConnectorError", "ProxyError"})
_NO_ADDRESS = frozenset({"InvalidURL", "UnsupportedProtocol"})
_BROKE_OFF = frozenset({"TransportError", "ClientError"})
_SENT = frozenset({"HTTPStatusError", "APIStatusError"}) | _BROKE_OFF
_NO_CREDENTIALS = frozenset({"NoCredentialsError", "PartialCredentialsError"})


@attrs.frozen(kw_only=True)
class Target:
    """Where a call goes."""

    model: str
    provider: Annotated[str, "litellm's name of the provider."]
    base: Annotated[
        str | None, "The address that it is asked at, where that is known before the request."
    ] = None
    options: Mapping[str, object] = attrs.field(factory=dict)

    def check_address(self) -> None:
        """See that a server of the writer's own has an address."""
        own = f"{self.provider.upper()}_API_BASE"
        if self.provider not in OWN_SERVERS or self.base:
            return
        if not any(os.environ.get(name) for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE")):
            raise self.fault(
                "the model's server has no address: set api_base under [model_options] in config.toml, "
                f"or the environment variable {own}",
                missing=[own],
            )

    def fault(self, text: str, **details: object) -> ModelError:
        """An error of a call to here."""
        return ModelError(text, details={"provider": self.provider, **details})


def clean_error(litellm: Any, error: Exception, target: Target) -> UnderdraftError:
    """Translate a failed call of ``litellm.acompletion``."""
    causes = tuple(_causes(error))
    return (
        _of_known_kind(litellm, error, target)
        or _never_sent(litellm, error, causes, target)
        or _answered(litellm, error, causes, target)
    )


def _of_known_kind(litellm: Any, error: Exception, target: Target) -> UnderdraftError | None:
    if isinstance(error, litellm.Timeout | TimeoutError):
        return Timeout("the model's provider did not answer in time", details={"provider": target.provider})
    if isinstance(error, litellm.ContextWindowExceededError):
        return target.fault("the prompt is larger than the model's window", status=400)
    if isinstance(error, litellm.ContentPolicyViolationError):
        return target.fault("the provider refused the prompt for its content policy", status=400)
    return None


def _never_sent(
    litellm: Any, error: Exception, causes: Sequence[BaseException], target: Target
) -> ModelError | None:
    """Translate an error of a request that could not be made here, or that the provider refused for a missing key."""
    for cause in causes:
        if isinstance(cause, ImportError):
            return target.fault(
                f"this provider needs the Python package {_package(cause)}, which is not installed"
            )
    if moved := next((cause for cause in causes if isinstance(cause, Redirected)), None):
        text = (
            f"{moved.asked} sends the request on to {moved.other}: refused; set api_base to where it is to go"
        )
        return target.fault(text, address=moved.other)
    if _is_any(causes, _NOT_CONNECTED):
        return _unreachable(litellm, causes, target)
    if _is_any(causes, _NO_ADDRESS):
        return target.fault(f"the address of the model's server is none: write it as {EXAMPLE_ADDRESS}")
    missing = _missing_variables(litellm, target)
    refused = getattr(error, "status_code", None) in {401, 403} or not _is_any(causes, _SENT)
    if _lacks_credentials(causes) or (missing and refused):
        return _no_key(missing or (f"{target.provider.upper()}_API_KEY",), target)
    return None


def _answered(litellm: Any, error: Exception, causes: Sequence[BaseException], target: Target) -> ModelError:
    """The status that the provider gave, or that there was none."""
    status = getattr(error, "status_code", None)
    if (
        _is_any(causes, _BROKE_OFF)
        or isinstance(error, litellm.APIConnectionError)
        or isinstance(getattr(error, "original_exception", None), Exception)
        or not isinstance(status, int)
    ):
        return target.fault(BROKEN)
    if status == _MADE_UP and not _is_any(causes, _SENT):
        return target.fault(f"the request could not be made ({type((*causes, error)[0]).__name__})")
    details: dict[str, object] = {"status": status}
    if (wait := _wait_of(error)) is not None:
        details["retryAfterMs"] = wait
    if status == _NOT_FOUND and target.provider in OLLAMA:
        return target.fault("Ollama has no model of this name: fetch it with `ollama pull`", **details)
    return target.fault(f"the provider answered {status} ({_MEANINGS.get(status, 'an error')})", **details)


def _wait_of(error: Exception) -> int | None:
    """Return how long the provider wants to be left alone, in milliseconds: seconds in ``Retry-After``, or OpenAI's own header."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, unit in (("retry-after-ms", 1), ("retry-after", 1_000)):
        try:
            wait = float(headers.get(name, ""))
        except (TypeError, ValueError):
            continue
        if 0 <= wait < _LONGEST_WAIT_S * 1_000:
            return int(wait * unit)
    return None


def _no_key(names: Sequence[str], target: Target) -> ModelError:
    text = f"the model's provider needs a key: set the environment variable {_listed(names)}"
    if target.options.get("api_base"):
        text += " (any word will do for a server of your own that asks for none)"
    return target.fault(text, missing=list(names))


def _missing_variables(litellm: Any, target: Target) -> tuple[str, ...]:
    """The environment variables that the provider is without, as litellm knows them."""
    if target.provider in OLLAMA:
        return ()  # litellm asks for an address there, and has one of its own
    try:
        names = litellm.validate_environment(target.model)["missing_keys"]
    except Exception:  # noqa: BLE001  # it is asked about names that it may not know
        return ()
    given = tuple(f"_{name.upper()}" for name in target.options)
    return tuple(sorted(name for name in names if not name.endswith(given or ("\0",))))


def _listed(names: Sequence[str]) -> str:
    """Keys are alternatives of each other; other variables belong together."""
    return (" or " if all(name.endswith("_API_KEY") for name in names) else " and ").join(names)


def _lacks_credentials(causes: Sequence[BaseException]) -> bool:
    # openai raises its base class itself for a missing key, and subclasses for all else.
    return any(
        type(cause).__name__ in _NO_CREDENTIALS
        or (type(cause).__name__ == "OpenAIError" and type(cause).__module__.startswith("openai"))
        for cause in causes
    )


def _package(error: ImportError) -> str:
    name = (error.name or "").partition(".")[0]
    return name if name.isidentifier() else "of its own"


def _unreachable(litellm: Any, causes: Sequence[BaseException], target: Target) -> ModelError:
    address = _address(causes, target)
    host = address.rpartition(":")[0]
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        text = f"no secure connection to {address}: its certificate was not accepted"
    elif any(isinstance(cause, socket.gaierror) for cause in causes):
        text = f"{host} could not be found: is there a network, and is the address right?"
    elif target.provider in OLLAMA:
        text = (
            f"Ollama is not running: nothing listens at {address}; "
            "start it with `ollama serve`, or set OLLAMA_API_BASE"
        )
    elif any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        text = f"nothing listens at {address}: start the server, or set api_base under [model_options] in config.toml"
    else:
        text = f"{address} could not be reached: is there a network, and is the address right?"
    details: dict[str, object] = {"address": address}
    # Only keys: who has none of the other variables may have signed in another way.
    keys = [name for name in _missing_variables(litellm, target) if name.endswith("_API_KEY")]
    if keys:
        text += f"; a key is missing, too: set the environment variable {_listed(keys)}"
        details["missing"] = keys
    return target.fault(text, **details)


def _address(causes: Sequence[BaseException], target: Target) -> str:
    """Host and port that were tried; never a user, a password, a path or a query."""
    for cause in causes:
        host, port = getattr(cause, "host", None), getattr(cause, "port", None)
        if isinstance(host, str) and isinstance(port, int):
            return f"{host}:{port}"
    try:
        parts = urlsplit(str(target.options.get("api_base") or target.base or ""))
        port = parts.port or (80 if parts.scheme == "http" else 443)
    except ValueError:
        return "the provider"
    return f"{parts.hostname}:{port}" if parts.hostname else "the provider"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and its causes, outermost first, without litellm's own wrappers, which say nothing."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if type(error).__module__.partition(".")[0] != "litellm":
            yield error
        error = error.__cause__ or error.__context__


def _is_any(causes: Sequence[BaseException], names: frozenset[str]) -> bool:
    return any(names & {kind.__name__ for kind in type(cause).__mro__} for cause in causes)
