"""Random clicks: whichever choices are made, the line that they write must be legal.

`python -m tests.web.walks --races 50` walks through more races, under random readings and options.
"""

import argparse
import re
import sys
from random import Random

from model.datafiles import GameData
from model.rules import load_rules
from model.ruleset import reading_problem
from model.rulings import Ruling, load_rulings
from tests.web.driving import AtDesk
from verifier.game import SimulateRequest
from verifier.games import GAMES, find_game
from verifier.plays import Chosen
from verifier.records.replay import Options, verify

RARE = ("retire", "pass", "check", "name", "order", "bonus")
"""Kinds of choice that are mostly passed over, so that a race gets somewhere."""

WHOLE, TAKEN_BACK = 0.1, 2_000
"""The chance that a whole move is taken where some are listed, and how many choices are taken back at most in one decision."""


class Walk:
    """A record that is written at random."""

    def __init__(self, header: str, rng: Random) -> None:
        self.desk = AtDesk("walk.race", header, Options(), lambda _text: None)
        self.rng = rng

    def decide(self) -> bool:
        """Writes the lines of one decision; False if nothing is due."""
        self.left = TAKEN_BACK
        return self._go_on([])

    def _go_on(self, path: list[Chosen]) -> bool:
        """Goes on from these choices; one that leads nowhere is taken back."""
        if self._whole_move(path):
            return True
        rng, offered = self.rng, dict.fromkeys(self.desk.offered(path))
        for choice in sorted(offered, key=lambda one: rng.random() + (one[0] in RARE and rng.random() > 0.1)):
            further = [*path, choice]
            if self.desk.choose(further) or self._go_on(further):
                return True
            self.left -= 1
            assert self.left, f"nothing is possible after {path}"
        return False

    def _whole_move(self, path: list[Chosen]) -> bool:
        """Takes a whole move that begins with these choices."""
        desk, rng = self.desk, self.rng
        assert desk.plays is not None
        table = desk.now.last.table
        ends = desk.plays.ends(table, path)
        places = [*ends()] if ends is not None and rng.random() < WHOLE else []
        if not places:
            return False
        place = rng.choice(places)
        moves = desk.plays.moves(table, path, place)
        assert moves, f"no move to {place} after {path}"
        desk.write([rng.choice(moves).notation])
        return True


def walk(game: str, seed: int, most: int) -> str:
    """A record of at most so many decisions. Each is judged at the desk when it is written, and all of them by `verify`. With
    an even seed some other rules hold."""
    rng = Random(f"{game} {seed}")
    simulate = find_game(game).simulate
    assert simulate is not None
    header = AtDesk("walk.race", simulate(SimulateRequest(seed)), Options(), lambda _text: None).header()
    way = Walk(header if seed % 2 else _with_rules(header, game, rng), rng)
    for _ in range(most):
        if not way.decide():
            break
        now = way.desk.now
        assert now.verdict == "legal", f"{now.text}\n{[one.fact for one in now.findings]}"
    [report] = verify(way.desk.text)
    assert report.verdict == "legal", (
        f"{way.desk.text}\n{report.verdict} {[one.fact for one in report.findings]}"
    )
    return way.desk.text


def _other_readings(data: GameData, ruling: Ruling) -> list[str]:
    return [one for one in ruling.choices()[1:] if not reading_problem(data, ruling.id, one)]


def _with_rules(header: str, game: str, rng: Random) -> str:
    """A header with a few other readings and without a few rules."""
    data = find_game(game).data
    rulings = [one for one in load_rulings(data).rulings.values() if _other_readings(data, one)]
    optional = [f"without {rule.id}" for rule in load_rules(data) if rule.without]
    lines = rng.sample(optional, rng.randint(0, 2))
    for ruling in rng.sample(rulings, rng.randint(0, 5)):
        lines.append(f"ruling {ruling.id} = {rng.choice(_other_readings(data, ruling))}")
    first, *rest = re.split(r"(?<=\n)(?=ruleset .*\n)", header, maxsplit=1)
    named, _, after = "".join(rest).partition("\n")
    return f"{first}{named}\n" + "".join(f"{line}\n" for line in sorted(lines)) + after


def main() -> int:
    """Walks, and prints how far."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=50, help="races of each game")
    parser.add_argument("--most", type=int, default=400, help="decisions in a race")
    parser.add_argument("--game", choices=[*GAMES], action="append", help="only this game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    bad = 0
    for game in args.game or GAMES:
        lines = 0
        for seed in range(args.seed, args.seed + args.races):
            try:
                lines += walk(game, seed, args.most).count("\n")
            except AssertionError as error:
                bad += 1
                print(f"{game} {seed}: {error}", file=sys.stderr, flush=True)
        print(f"{game}: {args.races} races, {lines} lines")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
