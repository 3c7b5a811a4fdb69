"""Rules learned from the ledger: measured preferences and distilled rules; read ``lifecycle`` first."""
