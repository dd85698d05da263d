"""The Great Race: boards, cards, positions and decisions."""
