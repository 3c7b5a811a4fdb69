"""Sessions: append-only transcripts, the rolling window, summaries."""
