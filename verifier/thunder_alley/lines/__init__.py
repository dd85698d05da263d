"""The lines of a record, one file for each kind: turns words into decisions, and judgements into findings."""
