"""All areas of the store, and purges with them."""

from __future__ import annotations

from functools import partial

from underdraft.memory import purge as purging
from underdraft.memory.copies import backup, copying
from underdraft.memory.copies import writers as writing
from underdraft.memory.store import Store
from underdraft.opening.open_store import areas_above

AREAS = Store(database=None, config=None, more_areas=areas_above).areas

purge = lambda database, **what: purging.purge(database, AREAS, **what)
copy_store = lambda source, target, **how: copying.copy_store(source, target, AREAS, **how)
write_backup = partial(backup.write_backup, areas=AREAS)
read_backup = partial(backup.read_backup, areas=AREAS)
purge_writer = lambda database, writer: writing.purge_writer(database, AREAS, writer)
