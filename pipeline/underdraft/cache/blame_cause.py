"""Causes of a change in one piece of a prompt, found from two records and from the workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

import attrs

from underdraft.cache.prefix_lint import findings_in
from underdraft.cache.prompt_diff import ChunkPair
from underdraft.errors import FETCHER_FAILED, FETCHER_TIMEOUT, FILE_REFUSED
from underdraft.text.sentences import MARK
from underdraft.text.shared import first_change, shared_length
from underdraft.types.chunk import Chunk, Part
from underdraft.types.layers import Layer
from underdraft.types.memory import INJECTION_SOURCE
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.notes.record import MemoryItem
    from underdraft.memory.runs.store import StoredRun

CauseCode = Literal[
    "model", "locale", "template", "skill", "skill_edited", "client_instructions", "rule", "cap", "trim",
    "plugin_added", "plugin_removed", "plugin_updated", "plugin_text", "volatile", "order", "fetcher",
    "memory_added", "memory_edited", "memory_removed", "memory_purged", "memory_order", "memory_setting",
    "document", "profile", "config", "file_added", "file_edited", "file_removed", "file_renamed", "file_refused",
    "scene", "chapter", "story", "session", "window", "history", "expired", "too_short", "not_served", "unknown",
]  # fmt: skip

NAMED = "named in the scene"
"""The reason of a card that is in the prompt because somebody is named in the text."""

CARD = "card:"
"""How the id of a card begins that is mentioned on one line."""

FILE, FOLDER, CONFIG = "file:", "folder:", "config:"
PROFILE, STORY = "memory:profile", "knowledge:story"


@frozen(kw_only=True)
class Cause:
    """Why two prompts are not the same at one place."""

    code: CauseCode
    what: Annotated[
        str, "What exactly: a file, a memory's id, a rule, a layer, a plugin, a name, a model."
    ] = ""
    before: Annotated[str, "What it was, where that is one line."] = ""
    after: Annotated[str, "What it is."] = ""
    line: Annotated[int | None, "The line in the file, from 1."] = None


@frozen(kw_only=True)
class WorkspaceState:
    """Facts about the workspace that two records do not hold."""

    rules: Annotated[Mapping[str, str | None], "Each fetcher's rule."] = attrs.field(factory=dict)
    own: Annotated[frozenset[str], "The built-in plugins."] = frozenset()
    memory: Annotated[Callable[[str], MemoryItem | None], "A memory by its id, deleted or not."] = lambda _: (
        None
    )


@frozen(slots=False)
class Compared:
    """Two records side by side."""

    before: StoredRun
    after: StoredRun
    known: WorkspaceState

    @cached_property
    def scenes(self) -> tuple[dict[str, str], dict[str, str]]:
        """Characters named in each run's scene: a card's source to its title."""
        one, other = (
            {c.source: c.title or c.source.removeprefix(FILE) for c in _stable(run) if c.reason == NAMED}
            for run in (self.before, self.after)
        )
        return one, other

    @cached_property
    def listed(self) -> tuple[set[str], set[str]]:
        """The cards that each prompt mentions on one line, by their source."""
        one, other = (
            {
                FILE + (p.id or "").removeprefix(CARD)
                for c in _stable(run)
                for p in c.parts
                if (p.id or "").startswith(CARD)
            }
            for run in (self.before, self.after)
        )
        return one, other

    def cause_of(self, pair: ChunkPair, layer: Layer) -> Cause:
        """Say why a chunk is not the same."""
        ways = (
            self._plugins, self._rule, self._fetcher, self._cap, self._scene, self._trim,
            self._memory, self._file, self._of_the_engine,
        )  # fmt: skip
        for way in ways:
            if (cause := way(pair, layer)) is not None:
                return cause
        return self._text(pair)

    def _plugins(self, pair: ChunkPair, _: Layer) -> Cause | None:
        plugin = pair.chunk.plugin
        had, has = (run.record.preview.packages for run in (self.before, self.after))
        if not had or not has or plugin in self.known.own:
            return None
        if had.get(plugin) == has.get(plugin):
            return None
        if plugin not in had or plugin not in has:
            code: CauseCode = "plugin_added" if plugin in has else "plugin_removed"
            return Cause(code=code, what=plugin, before=had.get(plugin, ""), after=has.get(plugin, ""))
        return Cause(code="plugin_updated", what=plugin, before=had[plugin], after=has[plugin])

    def _rule(self, pair: ChunkPair, _: Layer) -> Cause | None:
        rule = self.known.rules.get(pair.chunk.fetcher, pair.chunk.fetcher)
        one, other = (run.record.preview.skill for run in (self.before, self.after))
        old, new = (str(skill.rules.get(rule or "")).lower() for skill in (one, other))
        if rule is None or old == new:
            return None
        if one.id != other.id:
            return Cause(code="skill", what=rule, before=one.id, after=other.id)
        return Cause(code="rule", what=rule, before=old, after=new)

    def _fetcher(self, pair: ChunkPair, _: Layer) -> Cause | None:
        run = {"removed": self.after, "added": self.before}.get(pair.change)
        if run is None:
            return None
        for warning in run.record.warnings:
            code, rest = warning.split(":")[:2] if ":" in warning else (warning, "")
            if code in {FETCHER_FAILED, FETCHER_TIMEOUT} and rest.strip() == pair.chunk.fetcher:
                return Cause(code="fetcher", what=pair.chunk.fetcher, after=code)
        return None

    def _cut(self, pair: ChunkPair, layer: Layer) -> bool:
        """Whether one of the two is the other without something that a cap took."""
        trims = [*self.before.record.preview.trims, *self.after.record.preview.trims]
        own = [t for t in trims if t.layer is layer and t.source == pair.chunk.source]
        if pair.change in {"added", "removed"}:
            run = self.before if pair.change == "added" else self.after
            return any(t.tokens_after == 0 and t in run.record.preview.trims for t in own)
        if not own or pair.old is None or pair.new is None:
            return False
        short, long = sorted((pair.old, pair.new), key=lambda chunk: len(chunk.body))
        if short.parts or long.parts:
            rest = iter(long.parts)
            return all(any(part.text == other.text for other in rest) for part in short.parts)
        return short.text.strip(MARK + "\n") in long.text

    def _cap(self, pair: ChunkPair, layer: Layer) -> Cause | None:
        old, new = (run.record.preview.caps.get(layer) for run in (self.before, self.after))
        if old is None or new is None or old == new:
            return None
        if self._cut(pair, layer) or (pair.chunk.source == INJECTION_SOURCE and self._left_out(pair)):
            return Cause(code="cap", what=layer.name, before=str(old), after=str(new))
        return None

    def _left_out(self, pair: ChunkPair) -> bool:
        """Whether the memories that went or came are those that a cap keeps out."""
        old, new = ({p.id: p.text for p in c.parts} if c else {} for c in (pair.old, pair.new))
        others = old.keys() ^ new.keys()
        alive = [item for id_ in others if (item := self.known.memory(id_ or "")) and not item.deleted_at]
        fetched = {
            line.id
            for run in (self.before, self.after)
            for line in run.record.excluded
            if line.source == INJECTION_SOURCE
        }
        short_of = any(
            line.source == INJECTION_SOURCE and line.count > 1
            for run in (self.before, self.after)
            for line in run.record.excluded
        )
        return bool(others) and len(alive) == len(others) and (short_of or others <= fetched)

    def _trim(self, pair: ChunkPair, layer: Layer) -> Cause | None:
        if not self._cut(pair, layer):
            return None
        sizes = [
            next((str(t.tokens_after) for t in run.record.preview.trims if t.source == pair.chunk.source), "")
            for run in (self.before, self.after)
        ]
        return Cause(code="trim", what=pair.chunk.source, before=sizes[0], after=sizes[1])

    def _scene(self, pair: ChunkPair, layer: Layer) -> Cause | None:
        """Find whether a character named in only one of the texts moved cards, their one-line references or story lines."""
        chunk, (had, has) = pair.chunk, self.scenes
        came, went = has.keys() - had.keys(), had.keys() - has.keys()
        if pair.change == "added" and chunk.source in came and chunk.source in self.listed[0]:
            return Cause(code="scene", what=has[chunk.source], after=NAMED)
        if pair.change == "removed" and chunk.source in went and chunk.source in self.listed[1]:
            return Cause(code="scene", what=had[chunk.source], before=NAMED)
        follows = chunk.source == STORY or chunk.source.startswith(FOLDER)
        follows |= pair.change == "changed" and self._cut(pair, layer) and layer is Layer.PROJECT
        moved = (came & self.listed[0]) | (went & self.listed[1])
        if not follows or not moved:
            return None
        source = min(moved)
        if source in has:
            return Cause(code="scene", what=has[source], after=NAMED)
        return Cause(code="scene", what=had[source], before=NAMED)

    def _memory(self, pair: ChunkPair, _: Layer) -> Cause | None:
        if pair.chunk.source != INJECTION_SOURCE:
            return None
        old, new = (chunk.parts if chunk else () for chunk in (pair.old, pair.new))
        if not old or not new:
            alone = [*old, *new]
            if cause := self._of_document(alone[0].id):
                return cause
            found = [self.known.memory(part.id or "") for part in alone]
            made = [item for item in found if item and item.created_at > self.before.record.created_at]
            gone = [item for item in found if item is None or item.deleted_at]
            if not (made if new else gone):
                return Cause(code="memory_setting", what="injectionEnabled")
        return self._entry(old, new)

    def _entry(self, old: tuple[Part, ...], new: tuple[Part, ...]) -> Cause:
        """Find the cause for the first memory that is not the same."""
        texts, later = ({part.id: part.text for part in parts} for parts in (old, new))
        place = shared_length(old, new)
        was = old[place] if place < len(old) else None
        now = new[place] if place < len(new) else None
        for part in (now, was):
            if part and part.id in texts and part.id in later and texts[part.id] != later[part.id]:
                before, after = texts[part.id], later[part.id]
                return Cause(code="memory_edited", what=part.id or "", before=before, after=after)
        if now and now.id not in texts:
            return self._of_document(now.id) or Cause(code="memory_added", what=now.id or "", after=now.text)
        if was and was.id not in later:
            item = self.known.memory(was.id or "")
            code: CauseCode = "memory_purged" if item is None else "memory_removed"
            return self._of_document(was.id) or Cause(code=code, what=was.id or "", before=was.text)
        return Cause(code="memory_order", what=(now.id if now else None) or "")

    def _of_document(self, memory_id: str | None) -> Cause | None:
        """A memory of one document comes and goes with it."""
        item = self.known.memory(memory_id or "")
        one, other = (run.record.document_id for run in (self.before, self.after))
        if item is None or item.document_id is None or one == other:
            return None
        return Cause(code="document", what=item.id, before=one or "", after=other or "")

    def _file(self, pair: ChunkPair, _: Layer) -> Cause | None:
        chunk = pair.chunk
        if chunk.source.startswith(FOLDER):
            return self._reference(pair)
        if not chunk.source.startswith(FILE) or (pair.change == "changed" and self._restless(pair)):
            return None
        path = chunk.source.removeprefix(FILE)
        if pair.change == "moved":
            return Cause(code="order", what=chunk.source)
        if self._other_chapter(pair):
            return Cause(code="chapter", what=path)
        if pair.old is not None and pair.new is not None:
            before, after, line = _first_line(pair.old, pair.new)
            return Cause(code="file_edited", what=path, before=before, after=after, line=line)
        return self._came_or_went(pair, path)

    def _came_or_went(self, pair: ChunkPair, path: str) -> Cause:
        """Say why a file is in one of the prompts alone."""
        chunk = pair.chunk
        run = self.after if pair.change == "removed" else self.before
        if any(w.startswith(FILE_REFUSED) and path in w for w in run.record.warnings):
            return Cause(code="file_refused", what=path)
        twin = next((c for c in _stable(run) if c.fetcher == chunk.fetcher and c.text == chunk.text), None)
        if twin is not None and twin.source != chunk.source:
            paths = [twin.source.removeprefix(FILE), path]
            if pair.change == "removed":
                paths.reverse()
            return Cause(code="file_renamed", what=paths[1], before=paths[0], after=paths[1])
        return Cause(code="file_removed" if pair.change == "removed" else "file_added", what=path)

    def _reference(self, pair: ChunkPair) -> Cause:
        """A card that is only mentioned came, went, or is called otherwise."""
        old, new = ({p.id: p.text for p in c.parts} if c else {} for c in (pair.old, pair.new))
        changed = next((id_ for id_ in [*new, *old] if old.get(id_) != new.get(id_)), None)
        path = (changed or "").removeprefix(CARD)
        code: CauseCode = (
            "file_added" if changed not in old else "file_removed" if changed not in new else "file_edited"
        )
        return Cause(code=code, what=path, before=old.get(changed, ""), after=new.get(changed, ""))

    def _other_chapter(self, pair: ChunkPair) -> bool:
        """Whether other lines of the same file are shown, because the text is in another chapter."""
        source = pair.chunk.source
        pieces = [
            [c for c in _stable(run) if c.source == source and c.ref] for run in (self.before, self.after)
        ]
        if not all(pieces):
            return False
        lengths = {c.ref.lines for group in pieces for c in group if c.ref}
        begins = [[c.ref.first_line for c in group if c.ref] for group in pieces]
        texts = [{c.text for c in group} for group in pieces]
        return (
            len(lengths) == 1
            and begins[0] != begins[1]
            and not self._cut_any(source)
            and texts[0] != texts[1]
        )

    def _cut_any(self, source: str) -> bool:
        runs = (self.before, self.after)
        return any(t.source == source for run in runs for t in run.record.preview.trims)

    def _of_the_engine(self, pair: ChunkPair, _: Layer) -> Cause | None:
        """Find the cause for a chunk of a built-in plugin that is neither a file nor a list of memories."""
        chunk = pair.chunk
        before, after, _line = _first_line(pair.old, pair.new)
        if chunk.source.startswith(CONFIG):
            return Cause(code="config", what=chunk.source.removeprefix(CONFIG), before=before, after=after)
        if chunk.source == PROFILE:
            return Cause(code="profile", before=before, after=after)
        if chunk.source == STORY:
            if pair.old and pair.new and pair.old.text != pair.new.text:
                return Cause(code="chapter", what=chunk.source, before=pair.old.text, after=pair.new.text)
            return Cause(code="story", what=chunk.source, before=before, after=after)
        return None

    def _restless(self, pair: ChunkPair) -> tuple[str, ...]:
        """List the parts of another package's text that look different each time."""
        if pair.chunk.plugin in self.known.own:
            return ()
        before, after, _ = _first_line(pair.old, pair.new)
        return findings_in(after) or findings_in(before)

    def _text(self, pair: ChunkPair) -> Cause:
        chunk = pair.chunk
        before, after, _ = _first_line(pair.old, pair.new)
        if pair.change == "moved":
            return Cause(code="order", what=chunk.source)
        if pair.change == "changed" and (found := self._restless(pair)):
            return Cause(code="volatile", what=f"{chunk.source}: {found[0]}", before=before, after=after)
        if pair.old and pair.new and sorted(pair.old.body.split("\n")) == sorted(pair.new.body.split("\n")):
            return Cause(code="order", what=chunk.source, before=before, after=after)
        return Cause(code="plugin_text", what=f"{chunk.source} ({chunk.plugin})", before=before, after=after)


def _stable(run: StoredRun) -> Iterator[Chunk]:
    for section in run.record.preview.prompt.sections:
        if section.layer.stable:
            yield from section.chunks


def _first_line(old: Chunk | None, new: Chunk | None) -> tuple[str, str, int | None]:
    """The first line that differs, as it was and as it is, and where it is in the file."""
    place, before, after = first_change(*((c.body.split("\n") if c else []) for c in (old, new)))
    ref = new.ref if new else None
    return before, after, ref.first_line + place if ref else None
