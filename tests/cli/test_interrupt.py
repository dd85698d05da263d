"""Ctrl-C ends any command at once, silently and with exit code 130: between two lines, in the solver, in a finalizer."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from tests.cli.records import GOOD

ROOT = Path(__file__).parents[2]
RUN = "from verifier.cli import run; print('ready', flush=True); run()"
SOLVER = """
import verifier.cli.notation as verb
from verifier.solving.circuit import Circuit
from verifier.solving.session import Session

circuit = Circuit()
rows = [[circuit.variable(f"{pigeon} in {hole}") for hole in range(14)] for pigeon in range(15)]
facts = [circuit.any(row) for row in rows] + [circuit.at_most_one(column) for column in zip(*rows)]

def work(args):
    return 1 + bool(Session(circuit, facts).fits())

verb.run = work
"""
IN_C = """
import ctypes
import signal
import verifier.cli.notation as verb

class Converted:
    @property
    def _as_parameter_(self):
        signal.raise_signal(signal.SIGINT)

def work(args):
    ctypes.pythonapi.PyLong_FromLong(Converted())

verb.run = work
"""
FINALIZER = """
import time
import verifier.cli.notation as verb

class HalfMade:
    def __del__(self):
        time.sleep(60)

def work(args):
    HalfMade()

verb.run = work
"""


def interrupted(*argv: str, before: str = "", seconds: float = 0.5) -> tuple[int, str]:
    """The exit code and the error output of a command that gets the signal some time after its start."""
    command = [sys.executable, "-c", before + RUN, *argv]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, text=True, cwd=ROOT
    ) as child:
        try:
            assert child.stdout is not None
            child.stdout.readline()
            sleep(seconds)
            child.send_signal(signal.SIGINT)
            _, errors = child.communicate(timeout=20)
        finally:
            child.kill()
    return child.returncode, errors


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal to another process")
class TestInterrupt:
    def test_within_the_solver(self) -> None:
        assert interrupted("notation", before=SOLVER) == (130, "")

    def test_in_a_call_into_c(self) -> None:
        """ctypes turns the interrupt into another error."""
        assert interrupted("notation", before=IN_C) == (130, "")

    def test_in_a_finalizer(self) -> None:
        """Python drops the interrupt there."""
        assert interrupted("notation", before=FINALIZER) == (130, "")

    @pytest.mark.parametrize(
        ("argv", "seconds"),
        [
            (["simulate", "thunder-alley", "--count", "100000"], 1.0),
            (["check", "en-2014"], 3.0),
            (["diff", "en-2014", "es"], 3.0),
            (["diff", "en-2014", "es", "-j", "1"], 3.0),
            (["test", "tests/cases"], 2.0),
            (["verify", "FOLDER"], 1.0),
            (["verify", "--format=json", "FOLDER"], 1.0),
        ],
        ids=lambda argv: " ".join(argv[:2]) if isinstance(argv, list) else "",
    )
    def test_commands(self, argv: list[str], seconds: float, tmp_path: Path) -> None:
        (tmp_path / "many.race").write_text(GOOD * 20_000, encoding="utf-8")
        argv = [str(tmp_path) if word == "FOLDER" else word for word in argv]
        assert interrupted(*argv, seconds=seconds) == (130, "")
