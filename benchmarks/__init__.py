"""Measurements: `make bench`. Ratios in one run, printed; nothing here is a test."""
