"""Which version answers, and in which form."""

TOOL = "0.1.0"
"""The version of the tool, as in pyproject.toml."""

SCHEMA = "race-steward/1"
"""The form of JSON answers (`docs/schema.json`)."""
