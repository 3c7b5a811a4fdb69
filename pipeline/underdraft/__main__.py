"""``python -m underdraft``."""

from __future__ import annotations

from underdraft.cli import main

if __name__ == "__main__":
    main()
