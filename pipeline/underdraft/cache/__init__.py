"""What the provider caches of a prompt: its rules, the plan, and where recorded runs stopped being the same."""
