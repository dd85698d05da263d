"""Which of two spaces lies further ahead."""

from model.thunder_alley.track import Track


def further_ahead(track: Track, space: str, other: str) -> bool:
    """Whether the first of two spaces lies in a sector further ahead than the second; on a ring by less than half a lap."""
    one, two = [track.place[int(name[:-1])] for name in (space, other)]
    if not track.ring:
        return one > two
    return 0 < (one - two) % len(track.sectors) < len(track.sectors) / 2
