"""Whether cards can be shared out within bounds: a small flow problem."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

G = TypeVar("G", bound=Hashable)
T = TypeVar("T", bound=Hashable)


def can_share(givers: Mapping[G, int], lanes: Mapping[tuple[G, T], int], takers: Mapping[T, int]) -> bool:
    """Whether each taker gets all its cards: giver g hands out at most `givers[g]`, and at most `lanes[g, t]` go from g to t."""
    left, room = dict(givers), dict(takers)
    sent = dict.fromkeys(lanes, 0)
    for _ in range(sum(takers.values())):
        path = _path(left, lanes, sent, room)
        if path is None:
            return False
        left[path[0][0]] -= 1
        room[path[-1][1]] -= 1
        for place, (giver, taker) in enumerate(path):
            sent[giver, taker] += 1
            if place:
                sent[giver, path[place - 1][1]] -= 1
    return True


def _path(
    left: Mapping[G, int],
    lanes: Mapping[tuple[G, T], int],
    sent: Mapping[tuple[G, T], int],
    room: Mapping[T, int],
) -> list[tuple[G, T]] | None:
    """The lanes that change so that one more card can be handed out (an augmenting path). Each lane except the last displaces a
    card at its taker; the giver of that card uses the next lane instead."""
    queue: list[tuple[G, list[tuple[G, T]]]] = [(giver, []) for giver, cards in left.items() if cards > 0]
    seen = {giver for giver, _ in queue}
    reached: set[T] = set()
    for giver, path in queue:
        for (one, taker), most in lanes.items():
            if one != giver or taker in reached or sent[one, taker] >= most:
                continue
            reached.add(taker)
            longer = [*path, (one, taker)]
            if room[taker] > 0:
                return longer
            for (other, same), cards in sent.items():
                if same == taker and cards > 0 and other not in seen:
                    seen.add(other)
                    queue.append((other, longer))
    return None
