"""Episodes without entries in the lexical index: they are searched by words in memory."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Take the entries out, and merge the index, which leaves no trace of them."""
    if op.get_bind().dialect.name != "sqlite":
        return  # there is no index before revision 0014
    op.execute("DELETE FROM lexical WHERE rowid IN (SELECT id FROM lexical_entry WHERE owner = 'episode')")
    op.execute("DELETE FROM lexical_entry WHERE owner = 'episode'")
    op.execute("INSERT INTO lexical(lexical) VALUES ('optimize')")
