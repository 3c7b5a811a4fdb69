"""Rules learned from the ledger: measured preferences, worded tastes, distilled rules; read ``lifecycle`` first."""
