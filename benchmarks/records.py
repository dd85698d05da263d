"""Verifies records by whole commands, compared with python-chess in a process (extra `bench`).

One small record is compared with a script on one game; then folders of simulated races and rallies, with one process and with
all cores. Actions are the judged lines: all except those of the header.
"""

import random
import subprocess
import tempfile
from pathlib import Path

from benchmarks.commands import CHESS, STEWARD, output, seconds
from benchmarks.with_chess import game
from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.lines.text import move_text

FOLDERS = (
    ("thunder-alley", "races", 40, "0.12x the plies"),
    ("rallyman", "rallies", 20, "1400/s"),
)
"""Game, name of its records, their number, and the goal."""

GAMES, PLIES = 500, 80

HEADER = ("game", "format", "title", "ruleset", "track", "laps", "team", "stage", "weather", "driver")
"""First words of lines in which nothing happens."""


def small_record(rng: random.Random, cars: int = 9) -> str:
    """A position and one random legal activation of each car."""
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


def one_small_record(folder: Path) -> None:
    """Compares the command on one record with a script on one game."""
    record, games = folder / "small.race", folder / "small.pgn"
    text = small_record(random.Random(1))
    record.write_text(text, encoding="utf-8")
    games.write_text(game(random.Random(1), text.count(":")), encoding="utf-8")
    ours, theirs = seconds([*STEWARD, "verify", str(record)], [*CHESS, "check", str(games)])
    print(
        f"one small record: steward verify {ours * 1000:.0f} ms / python-chess script {theirs * 1000:.0f} ms"
        f" = {ours / theirs:.2f}x (goal 1.0x)"
    )


def actions(folder: Path) -> int:
    """The number of judged lines in the records of a folder."""
    lines = [line.split() for path in folder.glob("*.race") for line in path.read_text().splitlines() if line]
    return sum(words[0] not in HEADER for words in lines)


def folders(home: Path) -> None:
    """Verifies simulated races and rallies, each folder with one process and with all cores."""
    games = home / "games.pgn"
    games.write_text("".join(game(random.Random(number), PLIES) for number in range(GAMES)), encoding="utf-8")
    check = [*CHESS, "check", str(games)]
    plies = int(output(check))
    for name, word, count, goal in FOLDERS:
        folder = home / word
        subprocess.run(
            [*STEWARD, "simulate", name, "--count", str(count), "--out", str(folder), "--quiet"], check=True
        )
        verify = [*STEWARD, "verify", "--quiet", str(folder)]
        alone, shared, theirs = seconds([*verify, "-j", "1"], verify, check, runs=5)
        number, speed = actions(folder), plies / theirs
        print(
            f"verify {count} simulated {word}, {number} actions: {number / alone:.0f}/s by one process,"
            f" {number / shared:.0f}/s by all cores / python-chess {speed:.0f} plies/s"
            f" = {number / alone / speed:.3f}x, {number / shared / speed:.3f}x (goal {goal})"
        )


def main() -> None:
    """Prints all figures."""
    with tempfile.TemporaryDirectory() as home:
        one_small_record(Path(home))
        folders(Path(home))
    print()
