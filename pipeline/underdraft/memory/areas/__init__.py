"""Declarations of each area about its tables, from which follows what a purge, a copy and a backup do with them."""
