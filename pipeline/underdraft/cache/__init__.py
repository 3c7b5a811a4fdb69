"""The provider's cache of a prompt: its rules, the plan, and where recorded runs stopped being the same."""
