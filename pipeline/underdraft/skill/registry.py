"""The skills that a workspace knows, from several folders; the first folder that has one wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Annotated

import attrs

from underdraft.errors import InvalidArgument, NotFound
from underdraft.project.confined import NotUsable
from underdraft.project.frontmatter import MAX_FILE_BYTES
from underdraft.project.parse_errors import fault, near_matches
from underdraft.skill.parse import is_skill_name, parse_skill, skill_label
from underdraft.types.skill import RuleField, Skill
from underdraft.types.values import frozen

SKILL_FILE = "SKILL.md"


@frozen(kw_only=True)
class SkillItem:
    """A line of the list of skills."""

    id: Annotated[str, "The name of the skill's folder."]
    name: Annotated[str, "The skill's name; equal to `id`."]
    description: Annotated[str, 'One sentence; `""` when the skill is broken.']
    origin: Annotated[str, '`"project"`, a plugin\'s name, or `"underdraft"`.']
    error: Annotated[str | None, "Why the skill cannot be used, or `None`."] = None


PARSED_MAXIMUM = 512
"""Maximum number of parsed skills in the cache; the one used longest ago goes first."""


@attrs.define(eq=False)
class ParsedSkills:
    """Parsed skills by their bytes, so that equal ones are not parsed again; safe to share between threads."""

    table: Annotated[Mapping[str, RuleField], "The keys that `context_rules` may hold."]
    unloaded: Annotated[tuple[str, ...], "Plugins that could not be loaded: their keys are missing."] = ()
    outcome: Annotated[
        Callable[[bytes, str, str], Skill | InvalidArgument],
        "What a content, a folder's name and an origin make: the skill, or why it is broken.",
    ] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.outcome = lru_cache(PARSED_MAXIMUM)(self._outcome)

    def _outcome(self, content: bytes, name: str, origin: str) -> Skill | InvalidArgument:
        if len(content) > MAX_FILE_BYTES:
            return fault(SKILL_FILE, f"expected at most {MAX_FILE_BYTES} bytes", skill=skill_label(name))
        try:
            text = content.decode("utf-8")
            return parse_skill(text, origin=origin, table=self.table, folder_name=name)
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            return fault(SKILL_FILE, "expected UTF-8", skill=skill_label(name), line=line)
        except InvalidArgument as error:
            if self.unloaded and "unknown key" in error.message:
                missing = f"these plugins could not be loaded: {', '.join(self.unloaded)}"
                error = InvalidArgument(f"{error.message}; {missing}", details=error.details)
            return error.with_traceback(None)  # kept in the cache: without the frames and what they hold


@attrs.define
class SkillRegistry:
    """Finds skills in folders of ``<name>/SKILL.md``.

    Files are read at every call, so a changed skill is seen at once; only the parsing is saved
    where the bytes are the same. A broken skill still hides one of the same name further down.
    """

    folders: Annotated[
        Sequence[tuple[str, Traversable]], "With their origins; the first wins, and one may be missing."
    ]
    parsed: Annotated[ParsedSkills, "Parses, once for all registries that share it."] = attrs.field(
        kw_only=True
    )

    def get(self, skill_id: str) -> Skill:
        """The skill of this name, else ``NotFound`` with similar names (``near``) and all (``known``) as details."""
        # A folder with an impossible name is a broken skill; any other such id could be a path.
        if is_skill_name(skill_id) or skill_id in self._names():
            for place in range(len(self.folders)):
                outcome = self._outcome(place, skill_id)
                if isinstance(outcome, InvalidArgument):
                    raise InvalidArgument(outcome.message, details=outcome.details)
                if outcome is not None:
                    return outcome
        known = sorted(filter(is_skill_name, self._names()))
        near = near_matches(skill_id.lower(), known)
        hint = f"similar: {', '.join(near)}" if near else f"known: {', '.join(known) or 'none'}"
        raise NotFound(f"skillId: no skill has this name; {hint}", details={"near": near, "known": known})

    def list(self) -> tuple[SkillItem, ...]:
        """All skills, sorted by id; a broken one carries its error and disturbs no other."""
        names = self._names()
        items = (self._item(name, names[name]) for name in sorted(names))
        return tuple(item for item in items if item is not None)

    def _item(self, name: str, place: int) -> SkillItem | None:
        origin = self.folders[place][0]
        outcome = self._outcome(place, name)
        if outcome is None:
            return None
        if isinstance(outcome, InvalidArgument):
            return SkillItem(id=name, name=name, description="", origin=origin, error=outcome.message)
        return SkillItem(id=name, name=name, description=outcome.description, origin=origin)

    def _names(self) -> dict[str, int]:
        """Names of all folders that hold a skill, each with the place in ``folders`` that wins."""
        found: dict[str, int] = {}
        for place, (origin, folder) in enumerate(self.folders):
            try:
                entries = [entry.name for entry in folder.iterdir() if _holds_skill(entry)]
            except (FileNotFoundError, NotADirectoryError):
                continue
            except NotUsable as error:
                raise InvalidArgument(f"skills: {error}") from None
            except OSError:
                raise InvalidArgument(f"skills: the folder of {origin} cannot be read") from None
            for name in entries:
                found.setdefault(name, place)
        return found

    def _outcome(self, place: int, name: str) -> Skill | InvalidArgument | None:
        """The skill, the reason why it is broken, or ``None`` where there is no such file."""
        origin, folder = self.folders[place]
        file = folder.joinpath(name, SKILL_FILE)
        try:
            if not file.is_file():
                return None
            with file.open("rb") as stream:
                content = stream.read(MAX_FILE_BYTES + 1)
        except NotUsable as error:
            return fault(SKILL_FILE, str(error), skill=skill_label(name))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            return fault(SKILL_FILE, "the file cannot be read", skill=skill_label(name))
        return self.parsed.outcome(content, name, origin)


def _holds_skill(folder: Traversable) -> bool:
    """Whether a skill is to be expected here; where that cannot be seen, reading it will tell."""
    try:
        return (folder / SKILL_FILE).is_file()
    except OSError:
        return True
