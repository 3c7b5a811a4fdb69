"""The story ledger: claims read out of the chapters and cards, and pairs of them that contradict each other."""
