"""`infer` as a whole command on races of 21 cars that have lost one step, and five.

The seconds of the clock depend on what else the machine does, those of all processors hardly. Both are printed.
"""

import random
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.commands import STEWARD, environment, output, spent

RACES = 8

STEP = re.compile(r"^\d+ [^:]*: (?:.* )?([fio])(?= |$)")
"""A line with a step that can be lost."""

GOALS = {1: 1.0, 5: 10.0}


def lost(lines: Sequence[str], count: int, chance: random.Random) -> list[str]:
    """A race in which so many steps are unknown, each in its own line."""
    found = [(number, step) for number, line in enumerate(lines) if (step := STEP.search(line))]
    changed = list(lines)
    for number, step in chance.sample(found, min(count, len(found))):
        changed[number] = f"{lines[number][: step.start(1)]}?1{lines[number][step.end(1) :]}"
    return changed


def main() -> None:
    """Prints the times by the number of unknown steps, and how often each exit code came."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "lost.race")
        for count, goal in GOALS.items():
            taken: list[tuple[float, float]] = []
            codes: list[int] = []
            for seed in range(1, RACES + 1):
                race = [
                    *STEWARD,
                    "simulate",
                    "thunder-alley",
                    "--players",
                    "7",
                    "--laps",
                    "1",
                    "--seed",
                    str(seed),
                ]
                lines = output(race).splitlines()
                file.write_text("\n".join(lost(lines, count, random.Random(seed))), encoding="utf-8")
                command = [*STEWARD, "infer", str(file)]
                taken.append(spent(command))
                codes.append(
                    subprocess.run(command, capture_output=True, check=False, env=environment()).returncode
                )
            clock, processors = (sorted(each) for each in zip(*taken, strict=True))
            middle = RACES // 2
            print(
                f"steward infer, {count} unknown: {clock[middle]:.1f} s, longest {clock[-1]:.1f} s; "
                f"{processors[middle]:.1f} s of the processors, longest {processors[-1]:.1f} s (goal {goal:g} s); "
                f"exit codes {sorted(codes)}"
            )


if __name__ == "__main__":
    main()
