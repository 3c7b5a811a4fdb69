"""``python -m underdraft``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[
            0
        ]  # the current folder may be a stranger's, and Python would look for modules there first
    from underdraft.cli import main

    main()
