"""The page: what is written, sent, remembered and known, for the writer to see and to change."""
