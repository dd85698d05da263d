"""Whether cards can be shared out within bounds: a small flow problem."""

from collections.abc import Mapping, Sequence


def can_share(
    givers: Sequence[int], lanes: Mapping[tuple[int, int], int], takers: Mapping[int, int], wanted: int
) -> bool:
    """Whether `wanted` cards can go from givers to takers: giver i hands out at most `givers[i]`, taker k takes at most
    `takers[k]`, and at most `lanes[i, k]` go from i to k."""
    left = list(givers)
    room = dict(takers)
    sent = dict.fromkeys(lanes, 0)
    for _ in range(wanted):
        path = _path(left, lanes, sent, room)
        if path is None:
            return False
        left[path[0]] -= 1
        room[path[-1]] -= 1
        for place in range(0, len(path), 2):
            sent[path[place], path[place + 1]] += 1
            if place:
                sent[path[place], path[place - 1]] -= 1
    return True


def _path(
    left: Sequence[int],
    lanes: Mapping[tuple[int, int], int],
    sent: Mapping[tuple[int, int], int],
    room: Mapping[int, int],
) -> list[int] | None:
    """A path for one more card: giver, taker, giver, taker ..., where a giver takes back a card from the taker before it."""
    queue = [[giver] for giver, cards in enumerate(left) if cards > 0]
    seen = {path[0] for path in queue}
    reached: set[int] = set()
    for path in queue:
        for (giver, taker), most in lanes.items():
            if giver != path[-1] or taker in reached or sent[giver, taker] >= most:
                continue
            reached.add(taker)
            if room[taker] > 0:
                return [*path, taker]
            for (other, same), cards in sent.items():
                if same == taker and cards > 0 and other not in seen:
                    seen.add(other)
                    queue.append([*path, taker, other])
    return None
