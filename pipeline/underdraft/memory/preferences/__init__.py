"""What is learned from feedback: events, kinds of signals, scores, learned memories, the ledger.

Nothing heavy is imported here; SQLAlchemy comes in when a store is first read or written.
"""
