"""Readings that matter beyond a single stage: leftover dirt, equal times. Both judges answer each question."""

from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType

from grammar.parser import parse
from model.rallyman import stages
from model.rallyman.facts import DATA
from model.ruleset import default_ruleset, with_changes
from tests.by_solver import verdict_and_rule
from verifier.game import Where
from verifier.rallyman.engine.finish import classification
from verifier.rallyman.spec.finish import classification as classification_by_spec
from verifier.records.heading import Overrides
from verifier.records.replay import Options, judge_record

NAMES = ("A", "B", "C", "D")
HOME = "  A {last} g3 t=60"
"""A driver with one turn to go."""


def tied(number: int, seed: int, reading: str) -> tuple[Hashable, Hashable]:
    """The classification after some stages with few different times, by engine and spec."""
    rng = Random(f"rallyman times {seed} {number}")
    names = NAMES[: rng.randint(2, 4)]
    starting = rng.sample(names, len(names))
    times = [
        {name: rng.choice((60, 70, 70, 80, None if rng.random() < 0.1 else 90)) for name in names}
        for _ in range(rng.randint(1, 3))
    ]
    ruleset = with_changes(DATA, default_ruleset(DATA), rulings={"tie-in-times": reading})
    by_spec = classification_by_spec(ruleset, times, starting)
    return classification(times, starting, reading == "B"), by_spec


def dirty(number: int, seed: int, reading: str) -> tuple[Hashable, Hashable]:
    """The verdict and the rule on the dirt at the beginning of a second stage, by engine and spec."""
    rng = Random(f"rallyman dirt {seed} {number}")
    stage = stages.load(rng.choice(stages.shipped()))
    corners = [corner.name for corner in stage.corners]

    def some() -> dict[str, int]:
        return {name: rng.randint(1, 3) for name in rng.sample(corners, rng.randint(1, min(3, len(corners))))}

    left = some()
    said = rng.choice((left, left, {}, some()))
    turn = ["position", "  turn 3", HOME.format(last=stage.spaces[-1].id), "end", "A: 3 =3"]
    first, second = list(turn), list(turn)
    first.insert(2, f"  dirt {_words(left)}")
    second.insert(0, f"check dirt {_words(said) or f'{corners[0]}=0'}")
    rally = ['rally "dirt"', "driver A", 'race "#2"', 'race "#3"']
    records = [rally, *([f"stage {stage.id}", "driver A", *lines] for lines in (first, second))]
    text = "".join("\n".join(["game rallyman", *lines, ""]) for lines in records)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "dirt.race"
        path.write_text(text, encoding="utf-8")
        parsed = parse(text, str(path))
        (record, *_), ruling = parsed.records, ("dirt-between-stages", reading)
        report = judge_record(record, (), Options(Overrides(rulings=(ruling,))))
        solver = verdict_and_rule(record, Where(str(path), Path(folder)), ruling)
    rule = report.deciding.rules[0] if report.deciding is not None else ""
    return (report.verdict, rule), solver


def _words(dirt: Mapping[str, int]) -> str:
    return " ".join(f"{corner}={count}" for corner, count in dirt.items())


BEYOND: Mapping[str, Callable[[int, int, str], tuple[Hashable, Hashable]]] = MappingProxyType(
    {"tie-in-times": tied, "dirt-between-stages": dirty}
)
"""Rulings that no turn uses, with the question about each."""
