"""Shows that privacy mode keeps nothing, and where traces of a text remain."""
