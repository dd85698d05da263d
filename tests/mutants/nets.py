"""What must notice a mutant: checks that hold for the engine as it is, each a few milliseconds long.

- `cases`: the rules tests in `tests/cases`, run as `steward test` runs them;
- `listings`: the list of moves agrees with the legal moves that the cases play (see `listings`);
- `records`: the records in `replays`, legal as they say, or with their golden answer;
- `counts`: the numbers of paths and outcomes in `tests/counts`;
- `answers`: what another judge says a car can do, in `tests/differential/answers`, if it has said something.

A file of answers is a JSON list. Each answer is a table: `track`, `laps`, `ruleset`, `rulings` (ruling -> reading), `position`
(the lines of a block), `car`, `card`, and `next`: the positions that the car can bring about, each as the sorted lines of its
block.

Nothing here imports the engine before a check is run.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from grammar.parser import parse
from tests.mutants.listings import lists_it, plays_a_move
from tests.mutants.mutations import ROOT
from tests.record_goldens import REPLAYS, answer, golden_of, records
from verifier.game import PASSED, MovesRequest
from verifier.games import find_game
from verifier.replay import judge_records

CASES = ROOT / "tests" / "cases" / "thunder_alley"
ANSWERS = ROOT / "tests" / "differential" / "answers"

NETS = ("cases", "listings", "counts", "records", "answers")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that holds for the engine. `holds` says whether it still does; it may raise anything if it does not."""

    net: str
    name: str
    holds: Callable[[], bool]


def checks(answers: Path = ANSWERS) -> list[Check]:
    """All of them, net by net."""
    return [*case_checks(), *count_checks(), *record_checks(), *answer_checks(answers)]


def case_checks() -> Iterator[Check]:
    """A check for each case file, and one for its list of moves."""
    for path in sorted(CASES.glob("*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        yield Check("cases", path.stem, partial(_case_passes, case))
        if plays_a_move(case):
            yield Check("listings", path.stem, partial(lists_it, case))


def _case_passes(case: dict[str, Any]) -> bool:
    run_case = find_game("thunder-alley").run_case
    assert run_case is not None
    return run_case(case, None).status == PASSED


def record_checks() -> Iterator[Check]:
    """A check for each record."""
    for path in sorted(REPLAYS.glob("*/*.race")):
        yield Check("records", path.stem, partial(_as_it_says, path))
    for path in records():
        golden = golden_of(path).read_text(encoding="utf-8")
        yield Check("records", path.stem, partial(_as_recorded, path, golden))


def _as_it_says(path: Path) -> bool:
    reports = judge_records(parse(path.read_bytes(), str(path)))
    return all(report.verdict == "legal" and report.came_out is not False for report in reports)


def _as_recorded(path: Path, golden: str) -> bool:
    return answer(path) == golden


def count_checks() -> Iterator[Check]:
    """A check for each count."""
    path = ROOT / "tests" / "counts" / "thunder_alley.toml"
    for count in tomllib.loads(path.read_text(encoding="utf-8"))["count"]:
        yield Check("counts", count["id"], partial(_counted, count))


def _counted(count: dict[str, Any]) -> bool:
    from tests.counts.test_counts import counted, shortest

    listed, known = shortest(count)
    return counted(count) == (count["paths"], count["outcomes"], count["paths"]) and listed == known


def answer_checks(folder: Path = ANSWERS) -> Iterator[Check]:
    """A check for each answer of another judge; none if it has given none."""
    for path in sorted(folder.glob("*.json")):
        for number, said in enumerate(json.loads(path.read_text(encoding="utf-8")), 1):
            yield Check("answers", f"{path.stem} {number}", partial(_agrees, said))


def _agrees(said: dict[str, Any]) -> bool:
    found: object = said["next"]
    return moves_of(said) == found


def moves_of(asked: dict[str, Any]) -> list[list[str]]:
    """What the engine says to the question of an answer, as an answer says it."""
    game = find_game("thunder-alley")
    [report] = judge_records(parse(_asked_record(asked), "asked.race"))
    assert game.legal_moves is not None
    offers = game.legal_moves(report.table, MovesRequest(str(asked["car"]), asked["card"])).moves
    return sorted(sorted(offer.position) for offer in offers)


def _asked_record(asked: dict[str, Any]) -> str:
    rulings = [f"ruling {id} = {reading}" for id, reading in asked["rulings"].items()]
    laps = [f"laps {asked['laps']}"] if asked["laps"] else []
    head = ["game thunder-alley", f"ruleset {asked['ruleset']}", *rulings, f"track {asked['track']}", *laps]
    return "\n".join([*head, "position", *asked["position"], "end"]) + "\n"
