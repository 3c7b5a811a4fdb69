"""The built-in plugins, in a folder for each hook; each is written as a stranger would write it."""
