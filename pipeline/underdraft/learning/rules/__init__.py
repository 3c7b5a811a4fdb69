"""What is learned: topics, scores, learned memories, the ledger and the writer's decisions."""
