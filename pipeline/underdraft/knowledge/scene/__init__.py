"""The parts of a project's files that concern the scene."""
