"""From full records to compact summaries, and back by reference."""
