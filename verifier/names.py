"""The nearest names to an unknown one, and the phrase that offers them."""

from model.datafiles import did_you_mean, nearest, plain

__all__ = ["did_you_mean", "nearest", "plain"]
