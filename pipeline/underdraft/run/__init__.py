"""One run, in the order in which it happens; read :mod:`underdraft.run.pipeline` first.

::

    request ─► prepare ─► fetch ─► deduplicate ─► budget ─► render ─► cache_plan ─► model_call ─► record
"""
