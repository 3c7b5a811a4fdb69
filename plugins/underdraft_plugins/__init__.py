"""The built-in plugins: each one file, each written as a stranger would write it."""
