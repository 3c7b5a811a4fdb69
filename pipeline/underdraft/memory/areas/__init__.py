"""What each area of the store declares of the tables in it: what a purge, a copy and a backup do with them follows from that."""
