"""The solver gets the same questions in the same order under any hash seed, so it gives the same witnesses and cores."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.thorough import THOROUGH

ROOT = Path(__file__).parents[2]

COMMANDS = (
    ("moves", "replays/rallyman/pine-1.race@30", "--solver", "--dice", "3"),
    ("explain", "replays/rallyman/illegal/die-kept-back.race"),
    ("check", "2009", "--rule", "RM-12.2"),
    ("moves", "replays/thunder_alley/first-race.race@60", "--solver"),
    ("explain", "replays/thunder_alley/illegal/both-ways-at-once.race"),
    ("check", "en-2014", "--only", "completion"),
    *((("check", "2009", "--game", "rallyman", "--only", "completion"),) if THOROUGH else ()),
)


def test_whatever_the_hashes() -> None:
    digests = [
        subprocess.run(
            [sys.executable, "-m", "tests.solving.asked"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            input=json.dumps(COMMANDS),
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert len(digests[0]) == len(COMMANDS)
    assert digests[0] == digests[1]
