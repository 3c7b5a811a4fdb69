"""What each area of the store declares of its tables: what a purge, a copy and a backup do with them follows from that."""
