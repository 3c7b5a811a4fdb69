"""Mutants of ``mutants.py``: which places of a room's source can be changed, and the draw of some of them."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

EQUAL = re.compile(r"_(Is_Eq|Eq_Is|IsNot_NotEq|NotEq_IsNot)$|Variable")
"""Operators that change nothing for ``None`` and short strings, and those that need a name to be given."""

Position = tuple[int, int]


class Mutant(NamedTuple):
    """One fault: the ``occurrence``-th place (from 0) at which the operator can change the file."""

    path: Path
    operator: str
    occurrence: int
    line: int

    def changed(self) -> str | None:
        """The file with the fault; None if that is no Python, as ``{//settings}`` for ``{**settings}``."""
        found: str = mutate_code(
            self.path.read_text(encoding="utf-8"), operator(self.operator), self.occurrence
        )
        with suppress(SyntaxError):
            compile(found, self.path, "exec")
            return found
        return None


class RemoveCall(Operator):
    """Replaces a call that stands alone on its line with ``None``: what it would have done does not happen."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Position, Position]]:
        """The place of the call, if the node is a statement of one."""
        inner = node.children[-1] if node.type == "atom_expr" else node
        alone = node.parent is not None and node.parent.type == "simple_stmt"
        if alone and node.type in {"atom_expr", "power"} and inner.type in {"atom_expr", "power", "trailer"}:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """The statement ``None`` in its place."""
        nothing = get_ast("None").children[0]
        nothing.prefix = node.get_first_leaf().prefix
        return nothing

    @classmethod
    def examples(cls) -> Sequence[Any]:
        """None are needed: Cosmic Ray's own tests read them."""
        return ()


def operator(name: str) -> Operator:
    """The operator of this name."""
    made: Operator = RemoveCall() if name == "RemoveCall" else get_operator(name)()
    return made


def skipped(source: str) -> list[tuple[Position, Position]]:
    """The stretches of a file in which a change is no fault: annotations, logging, what only type checkers read."""
    found: list[ast.AST | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.append(node.returns)
        elif isinstance(node, (ast.arg, ast.AnnAssign)):
            found.append(node.annotation)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            found += [node.test, *node.body]
        elif isinstance(node, ast.Call) and re.match(r"(log|logger|LOG)\.\w+\(", ast.unparse(node)):
            found.append(node)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))  # type: ignore[attr-defined]
        for node in found
        if node is not None
    ]


def drawn(text: str) -> str:
    """A number for the draw, the same on every machine and whatever else changes in the tree."""
    return hashlib.sha256(text.encode()).hexdigest()


def sample(tree: Path, room: str, size: int, seed: int) -> list[Mutant]:
    """Draw places of the room's files, each as likely as any other, and one operator for each."""
    names = ["RemoveCall", *(name for name in operator_names() if not EQUAL.search(name))]
    places: dict[str, list[tuple[str, Mutant]]] = {}
    for path in sorted((tree / "pipeline/underdraft" / room).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lines, apart, nodes = source.splitlines(), skipped(source), [*ast_nodes(get_ast(source))]
        for name in names:
            made = operator(name)
            spots = ((node, *spot) for node in nodes for spot in made.mutation_positions(node))
            for occurrence, (node, begin, end) in enumerate(spots):
                if any(left <= begin and end <= right for left, right in apart):
                    continue
                where = f"{seed} {path.relative_to(tree)} {ASTQuery(node).get_definition_name()}"
                place = f"{where} {begin[1]} {end[1]} {lines[begin[0] - 1]}"
                mutant = Mutant(path, name, occurrence, begin[0])
                places.setdefault(drawn(place), []).append((drawn(f"{name} {place}"), mutant))
    drawn_ones = (min(places[key])[1] for key in sorted(places))
    return [*islice((mutant for mutant in drawn_ones if mutant.changed() is not None), size)]
