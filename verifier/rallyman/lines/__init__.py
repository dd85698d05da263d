"""The lines of a record, one file per kind: turns words into decisions, and judgements into findings."""
