"""Words of a record to decisions, judgements to findings."""
