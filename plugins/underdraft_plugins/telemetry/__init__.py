"""Runs sent to OpenTelemetry."""
