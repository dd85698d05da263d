"""The version of the tool and of its JSON answers."""

TOOL = "0.1.0"
"""The version of the tool, as in pyproject.toml."""

SCHEMA = "race-steward/1"
"""The format of JSON answers (`docs/schema.json`)."""
