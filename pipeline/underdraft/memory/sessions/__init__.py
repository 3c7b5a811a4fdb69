"""Sessions: transcripts, windows, summaries, the profile, working memory."""
