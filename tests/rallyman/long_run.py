"""Many rallies, with one changed token in each: `python -m tests.rallyman.long_run --rallies 5000 --seed 1`.

Judges each rally with its stages; then changes one token of one turn and judges the stage again. Prints a table by kind of token;
exits with 1 if a rally was not legal or anything was raised. Runs with different seeds can be done in parts: rally N is the same
in all of them.
"""

import argparse
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.rallyman.rallies import write_rally
from verifier.records.replay import Options, RecordReport, verify

FOUND = ("unreadable", "illegal", "undetermined")
SAME, OTHER = "same", "other"
"""Fates of a legal mutant: the same position afterwards, or another one by a turn that was possible."""

TURN = re.compile(r"R\d+ (\w+): (.*?) (=\S+) > (.*)")
KINDS = ("die", "symbol", "line", "card", "check", "loss", "driver", "lost die")


@dataclass
class Tally:
    """Figures of many rallies."""

    rallies: int = 0
    stages: int = 0
    turns: int = 0
    errors: list[str] = field(default_factory=list)
    fates: dict[str, Counter[str]] = field(default_factory=dict)

    def report(self) -> list[str]:
        rows = [f"{self.rallies} rallies, {self.stages} stages, {self.turns} turns; {len(self.errors)} wrong"]
        rows += self.errors
        words = (*FOUND, SAME, OTHER)
        rows.append(f"{'kind':10}" + "".join(f"{word:>14}" for word in words))
        total: Counter[str] = Counter()
        for kind in sorted(self.fates):
            total += self.fates[kind]
            rows.append(f"{kind:10}" + "".join(f"{self.fates[kind][word]:14}" for word in words))
        found, changing = sum(total[word] for word in FOUND), total.total() - total[SAME]
        if changing:
            rows.append(
                f"of {changing} mutants that are not the same rally {found} are reported: {100 * found / changing:.2f} %"
            )
        return rows


def mutate(rng: Random, line: str) -> tuple[str, str] | None:
    """A turn with one token changed, and the kind of token; None if the turn has no token of this kind."""
    found = TURN.fullmatch(line)
    assert found is not None
    head, dice, card, checks = line[: found.start(2)], found[2], found[3], found[4]
    kind = rng.choice(KINDS)
    match kind:
        case "die":
            dice = _one(
                rng,
                r"(?<![\w/])[1-5g](?=[!$/ \]]|$)",
                dice,
                lambda old: rng.choice("12345g".replace(old, "")),
            )
        case "symbol":
            dice = _one(rng, r"(?<=[1-5g])!|(?<=[1-5g])(?=[/ \]]|$)", dice, lambda old: "" if old else "!")
        case "line":
            dice = _one(
                rng, r"/(?:i|d|k[+~x])", dice, lambda old: rng.choice([m for m in _MARKS if m != old])
            )
        case "card":
            card = rng.choice([one for one in ("=1", "=2", "=3", "=4", "=5", "=2b", "=-") if one != card])
        case "check":
            checks = _one(
                rng, r"(?<==)\d+(?!\d*:)|(?<=g)\d|(?<=[a-z])\d+(?= )", checks, lambda old: str(int(old) + 1)
            )
        case "loss":
            lost = re.search(r" \*\w+(?:/k.)?", dice)
            dice = dice.replace(lost[0], "") if lost else f"{dice} *spin"
        case "driver":
            head = re.sub(r"(?<= )\w+(?=:)", lambda old: "ABCD"[("ABCD".index(old[0]) + 1) % 4], head)
        case "lost die":
            dice = _one(rng, r"(?<![\w/])[1-5g][!$]?(?:/\S\S?)? ", f"{dice} ", lambda _: "").rstrip()
    changed = f"{head}{dice} {card} > {checks}"
    return (kind, changed) if changed != line else None


_MARKS = ("/i", "/d", "/k+", "/k~", "/kx")


def _one(rng: Random, pattern: str, text: str, other: Callable[[str], str]) -> str:
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = rng.choice(places)
    return text[: place.start()] + other(place[0]) + text[place.end() :]


def judge_mutant(rng: Random, text: str) -> tuple[str, str]:
    """The kind of token changed in one turn of a stage, and what became of it."""
    lines = text.splitlines()
    turns = [number for number, line in enumerate(lines) if TURN.fullmatch(line)]
    while True:
        number = rng.choice(turns)
        changed = mutate(rng, lines[number])
        if changed is not None:
            break
    kind, lines[number] = changed
    report = _judged("\n".join(lines) + "\n")
    if report.verdict != "legal":
        return kind, report.verdict
    return kind, SAME if _state(report) == _state(_judged(text)) else OTHER


def _judged(text: str, file: str = "stage.race") -> RecordReport:
    return verify(text, file, Options())[0]


def _state(report: RecordReport) -> object:
    return report.table.position, report.result


def run(seeds: range) -> Tally:
    """Rallies with these seeds."""
    tally = Tally()
    for seed in seeds:
        rng = Random(seed)
        try:
            with TemporaryDirectory() as folder:
                path = write_rally(seed, Path(folder), players=1 + seed % 4)
                report = _judged(path.read_text(encoding="utf-8"), str(path))
                texts = [
                    one.read_text(encoding="utf-8")
                    for one in sorted(Path(folder).glob(f"{path.stem}-*.race"))
                ]
                if report.verdict != "legal":
                    tally.errors.append(f"rally {seed}: {report.verdict}: {report.findings[0].fact}")
                kind, fate = judge_mutant(rng, rng.choice(texts))
                tally.fates.setdefault(kind, Counter())[fate] += 1
                tally.stages += len(texts)
                tally.turns += sum(bool(TURN.fullmatch(line)) for text in texts for line in text.splitlines())
        except Exception:
            tally.errors.append(f"rally {seed}: {traceback.format_exc(limit=-3)}")
        tally.rallies += 1
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rallies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="the first rally")
    asked = parser.parse_args()
    tally = run(range(asked.seed, asked.seed + asked.rallies))
    print("\n".join(tally.report()))
    return 1 if tally.errors else 0


if __name__ == "__main__":
    sys.exit(main())
