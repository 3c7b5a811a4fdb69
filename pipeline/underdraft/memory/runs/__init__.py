"""Run records and their compact forms."""
