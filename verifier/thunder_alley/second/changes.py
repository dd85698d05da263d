"""What has changed between two tables, in a few words."""

from model.thunder_alley.position import OUT, Car, Position


def changes(before: Position, after: Position) -> tuple[str, ...]:
    """Where cars are that were moved, what they carry and which place they have; then the markers of the table."""
    said = []
    for car in after.cars:
        old = before.car(car.number)
        if old is not None:
            said += [f"{car.number} {text}" for text in _car(old, car)]
    if after.lap != before.lap:
        said.append(f"lap {after.lap}")
    if after.flag != before.flag and after.flag is not None:
        said.append(f"{after.flag} flag")
    if after.first != before.first and after.first is not None:
        said.append(f"First Player {after.first}")
    return tuple(said)


def _car(old: Car, new: Car) -> list[str]:
    said = []
    if _stands(new) != _stands(old):
        said.append(_stands(new))
    if len(new.wear) != len(old.wear):
        count = len(new.wear)
        said.append(f"carries {count} wear {'marker' if count == 1 else 'markers'}")
    elif sorted(new.wear) != sorted(old.wear):
        said.append(f"carries {' '.join(new.wear)}")
    if new.led != old.led:
        said.append("gets a Turn Leader marker")
    if new.lap_down != old.lap_down:
        said.append(f"{'gets' if new.lap_down else 'loses'} its Lap-down marker")
    return said


def _stands(car: Car) -> str:
    if car.space is None:
        return f"is out in place {car.place}" if car.status == OUT else f"in place {car.place}"
    return f"at {car.space}, {car.crossed} crossed"
