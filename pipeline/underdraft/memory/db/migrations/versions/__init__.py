"""One file a revision, ``vNNNN_what.py``; applied in the order of their numbers."""
