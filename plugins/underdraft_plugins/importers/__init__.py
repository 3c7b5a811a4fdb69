"""Importers: what other programs have written, as files of a project and as memories."""
