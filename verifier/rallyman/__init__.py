"""Rallyman: notation, table, engine, cases and simulation."""
