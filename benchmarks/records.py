"""Reading and judging records, against python-chess (extra `bench`).

Two figures: a small record verified by the command line against a script that checks a PGN of one game; and actions a second
of whole simulated races (every line that is judged is one), parsed and judged, against plies a second of python-chess's legality
check, with a profile by part.
"""

import gc
import io
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess
import chess.pgn

from benchmarks.parts import by_part
from benchmarks.startup import STEWARD, seconds
from grammar import parse
from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.cli import YOUNG_OBJECTS
from verifier.game import SimulateRequest
from verifier.replay import RecordReport, judge_records
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.notation import move_text
from verifier.thunder_alley.simulate import simulate

RACES = 40
ROUNDS = 3
"""Rounds of both measurements in turn, of which the best counts: other work on the machine slows some of them."""

HEADER = ("game", "format", "title", "track", "laps", "team")
"""First words of lines in which nothing happens; every other line is an action: a grid, a turn, an activation, an event, pit
stops, discards, a claim."""

SCRIPT = """
import chess.pgn, sys
with open(sys.argv[1]) as handle:
    game = chess.pgn.read_game(handle)
sys.exit(bool(game.errors))
"""


def small_record(rng: random.Random, cars: int = 9) -> str:
    """A position and one legal activation of each car, drawn at random."""
    track = load("short-oval")
    setup = Setup(track, default_ruleset(DATA), (), 3)
    spaces = rng.sample([space for space in track.spaces if int(space[:-1]) < 12], cars)
    teams = ("Red", "Blue", "Green")
    position = make_position(
        [Car(number, teams[number % 3], space) for number, space in enumerate(spaces, 1)]
    )
    lines = ["game thunder-alley", "format 1", "track short-oval", "laps 3", "position", "  turn 3"]
    lines += [f"  {car.number} {car.team} {car.space}" for car in position.cars]
    lines.append("end")
    names = [card for card in CARDS if CARDS[card].text not in ("teamwork", "clean-air")]
    for number in rng.sample(range(1, cars + 1), cars):
        moves = legal_moves(setup, position, number, rng.choice(names))
        if moves:
            move = rng.choice(moves)
            lines.append(move_text(move.move))
            position = move.position
    return "\n".join(lines) + "\n"


def chess_game(rng: random.Random, plies: int) -> str:
    """A random legal game as PGN."""
    board = chess.Board()
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    while len(board.move_stack) < plies and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        board.push(move)
        node = node.add_variation(move)
    return str(game) + "\n\n"


class Legality(chess.pgn.BaseVisitor[int]):
    """Counts plies; python-chess refuses an illegal one while it reads."""

    def __init__(self) -> None:
        self.plies = 0

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.plies += 1

    def result(self) -> int:
        return self.plies


def one_small_record() -> None:
    """The command line on one record against a script on one game."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        record, game, script = (Path(folder, name) for name in ("small.race", "small.pgn", "check.py"))
        text = small_record(rng)
        record.write_text(text, encoding="utf-8")
        game.write_text(chess_game(rng, text.count(":")), encoding="utf-8")
        script.write_text(SCRIPT, encoding="utf-8")
        subprocess.run([str(STEWARD), "verify", str(record)], stdout=subprocess.DEVNULL, check=True)
        ours, theirs = seconds(
            [str(STEWARD), "verify", str(record)], [sys.executable, str(script), str(game)]
        )
    print(
        f"one small record: steward verify {ours * 1000:.0f} ms / python-chess script {theirs * 1000:.0f} ms"
        f" = {ours / theirs:.2f}x (goal of a later issue: 0.6x)"
    )


def races(seed: int) -> str:
    """Whole simulated races, one below the other."""
    return "\n".join(
        simulate(SimulateRequest(seed, number, policy="wild" if number % 4 == 0 else "plausible"))
        for number in range(1, RACES + 1)
    )


def judge(text: str) -> list[RecordReport]:
    """Reads and judges races, all of which are legal."""
    reports = judge_records(parse(text, "corpus.race"))
    wrong = [report.findings for report in reports if report.verdict != "legal"]
    assert not wrong, wrong[0]
    return reports


def corpus() -> None:
    """Actions a second against plies a second, on whole simulated races and on random games. Every round has races of its own, so
    that nothing is known of them from the round before; the first ones are read to load what all of them need."""
    judge(races(0))
    rounds = []
    actions = activations = size = 0
    for seed in range(1, ROUNDS + 1):
        text = races(seed)
        lines = [line.split() for line in text.splitlines() if line]
        acted = sum(words[0] not in HEADER for words in lines)
        games = "".join(chess_game(random.Random(60 * seed + number), 80) for number in range(60))
        rounds.append((per_second(partial(judge, text), acted), per_second(partial(legality, games))))
        actions, size = actions + acted, size + len(text)
        activations += sum(words[0].isdigit() for words in lines)
    ours, theirs = (max(figures) for figures in zip(*rounds, strict=True))
    print(
        f"verify {ROUNDS} x {RACES} simulated races, {size / 1000:.0f} kB: {ours:.0f} actions/s"
        f" / python-chess legality check {theirs:.0f} plies/s = {ours / theirs:.2f}x (goal 0.5x);"
        f" {ours * activations / actions:.0f} of them activations"
    )
    print(f"  by part, in plain Python while a profiler runs: {by_part('verify')}")
    print()


def legality(games: str) -> int:
    """Reads games with python-chess, which checks each ply; how many plies."""
    handle = io.StringIO(games)
    plies = 0
    while (count := chess.pgn.read_game(handle, Visitor=Legality)) is not None:
        plies += count
    return plies


def per_second(work: Callable[[], object], amount: int | None = None) -> float:
    """How much is done in a second: `amount`, or what `work` says that it has done."""
    began = time.perf_counter()
    done = work()
    took = time.perf_counter() - began
    return (amount if amount is not None else int(str(done))) / took


def main() -> None:
    """Prints both figures. Python looks for cycles as seldom as in the command, on both sides."""
    one_small_record()
    gc.set_threshold(YOUNG_OBJECTS)
    corpus()
