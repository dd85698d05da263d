"""TA-9.6-1 to TA-9.7: which step of a restart puts cars elsewhere than claimed."""

from collections.abc import Mapping, Sequence

from model.thunder_alley.position import Position, Setup
from verifier.thunder_alley.spec.place import lane_of, sector_of, space_at, track_of


def placed_by(
    setup: Setup,
    final: Position,
    lead: int | None,
    leader: int | None,
    back: int,
    pits: Sequence[int],
    claimed: Mapping[int, str],
) -> tuple[str, ...]:
    """The rules, each once, that put cars elsewhere than claimed in the formation `final`; empty if all claims are true.
    `lead` is the inside car of its front row, `leader` that of the line-up, and the formation has moved back `back` sectors.

    A pitted car claimed ahead of one that stayed comes first (TA-9.6-6); then each wrong car is taken, foremost first. If its
    claim is off by as many sectors as the lead car's, or as the formation moved back, the rule is the way back behind the
    green line (TA-9.7). Otherwise it is the return for a pitted car (TA-9.6-6), and for a car that stayed the line-up of the
    leader (TA-9.6-1), the line-up of the others if no car pitted (TA-9.6-2), or else closing up (TA-9.6-5).
    """
    track = track_of(setup)
    stands = {car.number: car.space for car in final.cars if car.space is not None}
    wrong = {number: space for number, space in claimed.items() if stands.get(number, space) != space}

    def moved(number: int, sectors: int) -> bool:
        start = sector_of(track, stands[number]) + sectors
        return bool(sectors) and wrong[number] == space_at(track, start, lane_of(stands[number]))

    further = back
    if lead in wrong and lane_of(wrong[lead]) == lane_of(stands[lead]):
        ahead = sector_of(track, wrong[lead]) - sector_of(track, stands[lead])
        # A lead car that moves alone while others change places is not the formation moving back.
        if len(wrong) == 1 or any(moved(number, ahead) for number in wrong if number != lead):
            further = ahead
    stayed = [told for number, told in {**stands, **wrong}.items() if number not in pits]

    def rank(space: str) -> tuple[int, str]:
        size = len(track.sectors)
        front = sector_of(track, stands[lead]) if lead in stands else 0
        rows = (front - sector_of(track, space) + size // 2) % size - size // 2
        return rows, lane_of(space)

    last = max(map(rank, stayed), default=None)
    early = last is not None and any(number in pits and rank(wrong[number]) < last for number in wrong)
    found = ["TA-9.6-6"] if early else []
    for number in sorted(wrong, key=lambda one: rank(stands[one])):
        if moved(number, further):
            found.append("TA-9.7")
        elif number in pits:
            found.append("TA-9.6-6")
        elif number == leader:
            found.append("TA-9.6-1")
        else:
            found.append("TA-9.6-5" if pits else "TA-9.6-2")
    return tuple(dict.fromkeys(found))
