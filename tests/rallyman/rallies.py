"""Random rallies: three stages and the service between them, as files that name one another."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from model.rallyman import stages
from model.rallyman.facts import DATA, SURFACES
from model.rallyman.position import Car, Driver, Setup
from model.rallyman.standing import clock
from model.ruleset import Ruleset, default_ruleset, with_changes
from tests.differential.left_out import less
from verifier.rallyman.engine.assistance import assisted, before_next_stage
from verifier.rallyman.engine.finish import Times, classification, stage_times, totals
from verifier.rallyman.engine.wheel import changed_between_stages
from verifier.rallyman.simulate import NAMES, drive_stage
from verifier.rallyman.simulate.driver import POLICIES, Chooser

OPTIONS = ("attack", "seconds", "weather", "splits")
PLAYERS = {"A": "Ana", "B": "Ben", "C": "Cleo", "D": "Dan"}
RULES = ["ruleset 2009", *(f"option {name}" for name in OPTIONS)]
RULESET = with_changes(DATA, default_ruleset(DATA), options=dict.fromkeys(OPTIONS, True))


@dataclass
class Rally:
    """A rally in progress: its rules, the cars still in it, the starting order, the times so far, and the lines of its record."""

    rng: Random
    ruleset: Ruleset
    cars: dict[str, Car]
    starting: tuple[str, ...]
    lines: list[str]
    times: list[Times]
    policy: str


def write_rally(seed: int, folder: Path, players: int = 4, *, left_out: bool = False) -> Path:
    """Writes the record of a rally and those of its stages; returns the path of the former. The rally ends early if no driver is
    left. With `left_out` it is driven without some of the rules."""
    rng = Random(f"rally {seed}")
    ruleset = less(DATA, RULESET, Random(f"left out {seed}"), readings=0) if left_out else RULESET
    name = f"rally-{seed}"
    names = NAMES[:players]
    cars = {one: Car(one, tyres=rng.choice(SURFACES)) for one in names}
    lines = ["game rallyman", "format 1", f'title "{name}"', *_rules(ruleset), f'rally "{name}"']
    lines += [f'driver {one} "{PLAYERS[one]}" tyres={cars[one].tyres}' for one in names]
    policy = "plausible" if seed % 3 else "wild"
    rally = Rally(rng, ruleset, cars, tuple(rng.sample(names, players)), lines, [], policy)
    shipped = stages.shipped()
    for number, track in enumerate([rng.choice(shipped) for _ in range(3)], 1):
        if number > 1:
            _between(rally)
        if not rally.cars:
            break
        _stage(rally, track, folder, f"{name}-{number}.race")
    sums = totals(rally.times)
    if len(rally.times) == 3:
        lines += ["check places " + " ".join(_ranking(rally))] if any(sums.values()) else []
        lines.append(f"result {_scores(sums)}")
    path = folder / f"{name}.race"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _rules(ruleset: Ruleset) -> list[str]:
    return [*RULES, *(f"without {rule}" for rule in sorted(ruleset.left_out))]


def _between(rally: Rally) -> None:
    """Assistance, or a wheel changed without it; drivers who can no longer start stay behind (RM-8.5, RM-10.4, RM-14)."""
    rng, gone = rally.rng, rally.ruleset.left_out
    assistance = rng.random() < 0.5
    if assistance:
        rally.lines.append("assistance")
        rally.cars = {name: assisted(rally.ruleset, car) for name, car in rally.cars.items()}
    if assistance or "RM-15.4" in gone:
        for name, car in rally.cars.items():
            if rng.random() < 0.4:
                rally.cars[name] = replace(car, tyres=rng.choice(SURFACES))
                rally.lines.append(f"tyres {name} {rally.cars[name].tyres}")
    for name, car in list(rally.cars.items()):
        changed = changed_between_stages(car)
        barred = "RM-10.4" in gone or (assistance and "RM-14.1" in gone)
        if isinstance(changed, Car) and not barred and rng.random() < 0.5:
            rally.cars[name] = changed
            rally.lines.append(f"spare {name}")
        if car.damage >= 5:
            del rally.cars[name]
    stays = {1: "RM-3.3", 2: "RM-3.4"}[len(rally.times)] in gone
    order = rally.starting if stays else _ranking(rally)
    rally.starting = tuple(name for name in order if name in rally.cars)
    if rally.cars:
        rally.lines.append(f"check start {' '.join(rally.starting)}")


def _ranking(rally: Rally) -> tuple[str, ...]:
    return classification(rally.times, rally.starting, by_last=False)


def _stage(rally: Rally, track: str, folder: Path, file: str) -> None:
    rng, stage = rally.rng, stages.load(track)
    surfaces = {zone.name: rng.choice((zone.surface, *SURFACES)) for zone in stage.zones}
    drivers = tuple(Driver(name, "", rally.cars[name]) for name in rally.starting)
    timing = {space: point for point, space in stage.points.items()}
    setup = Setup(stage, rally.ruleset, drivers, surfaces, timing)
    turns, position = drive_stage(setup, Chooser(rng, POLICIES[rally.policy]))
    if position.next is not None:
        raise ValueError(f"{file}: no car got to the end")
    weather = " ".join(f"{zone}={surface}" for zone, surface in surfaces.items())
    head = [
        "game rallyman",
        "format 1",
        f'title "{file.removesuffix(".race")}"',
        *_rules(rally.ruleset),
        f"stage {track}",
    ]
    head += [f"weather {weather}", *(_driver_line(rally.cars[one]) for one in sorted(rally.cars))]
    text = "\n".join([*head, f"start {' '.join(rally.starting)}", *turns]) + "\n"
    (folder / file).write_text(text, encoding="utf-8")
    driven = stage_times(rally.ruleset, position)
    times = {name: driven[name] for name in NAMES if name in driven}
    everybody = {name: times.get(name) for name in (rally.times[0] if rally.times else sorted(rally.cars))}
    rally.times.append(everybody)
    rally.cars = {
        name: before_next_stage(rally.ruleset, position.car(name))
        for name, time in times.items()
        if time is not None
    }
    rally.lines += [f'race "{file}"', f"check stage {_scores(everybody)}"]
    rally.lines.append(f"check total {_scores(totals(rally.times))}")


def _driver_line(car: Car) -> str:
    words = [f'driver {car.driver} "{PLAYERS[car.driver]}" tyres={car.tyres}']
    words += [f"dmg={car.damage}"] if car.damage else []
    words += [f"flats={car.flats}"] if car.flats else []
    words += ["sisu=used"] if not car.sisu else []
    words += ["spare=used"] if not car.spare else []
    return " ".join(words)


def _scores(times: Times) -> str:
    return " ".join(f"{name} {clock(time) if time is not None else 'out'}" for name, time in times.items())
