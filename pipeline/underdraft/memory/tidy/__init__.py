"""Memories that say the same, or the opposite: found, offered, and settled by the writer."""
