"""The lines of a record, a file for each kind: words to decisions, and judgements to findings."""
