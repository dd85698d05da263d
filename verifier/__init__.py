"""Replays records of racing board games and judges them by their rules."""
