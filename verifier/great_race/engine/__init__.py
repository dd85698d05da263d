"""The first judge: carries out decisions, chapter by chapter of the rules."""
