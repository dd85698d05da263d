"""Rallyman as constraints: an independent reading of the rules, solved with Z3."""
