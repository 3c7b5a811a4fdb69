"""``SKILL.md`` files: found, parsed, checked."""
