"""Frozen values and protocols that the rooms of this package hand to each other; imports errors only."""
