"""The boundary between values and JSON: strict payloads, one envelope for every answer."""
