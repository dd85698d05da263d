"""Whole records by the spec: the tables from line to line, and who does what when, until a line breaks a rule."""

from verifier.thunder_alley.second.record.telling import Telling, follow, told_record

__all__ = ["Telling", "follow", "told_record"]
