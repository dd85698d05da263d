"""Simulated games, judged line by line and compared with the books."""

from dataclasses import dataclass

from tests.great_race.games.book import Book
from tests.great_race.games.hands import need
from verifier.game import SimulateRequest
from verifier.great_race.engine.cards import certain
from verifier.great_race.simulate import simulate
from verifier.records.replay import Options, RecordReport, verify

BOARDS = ("kestrel", "two-gulfs", "great-basin")


def setting(number: int, seed: int = 3) -> SimulateRequest:
    """The request for a game; players, boards, rulesets and policies change at different rates."""
    ruleset = ("base", "leader")[number % 2]
    policy = "wild" if number % 5 == 4 else "plausible"
    board = BOARDS[number // 2 % 3]
    return SimulateRequest(seed, number, 2 + number % 3, policy, ruleset, given={"board": board})


@dataclass(frozen=True)
class Kept:
    text: str
    report: RecordReport


def keep_books(text: str) -> Kept:
    """Judges a record, which must be legal, and keeps its books. Raises `WrongError` if they differ."""
    [report] = verify(text, "game.race", Options(steps=True))
    need(report.verdict == "legal", report.findings[:1])
    book = Book()
    for step in report.steps:
        book.line(step.statement.source)
        if step.after.position is not None and step.after.position.players and book.turn:
            _same(book, step.after)
    need(book.over == report.complete, "the end of the game")
    need(report.result == (book.points() if book.over else None), f"{report.result} {book.points()}")
    return Kept(text, report)


def _same(book: Book, table: object) -> None:
    setup, standing = table.setup, table.standing  # type: ignore[attr-defined]
    position = standing.position
    need(dict(position.tiles) == book.tiles, "tiles")
    need(dict(position.bag) == book.bag, "bag")
    need({level: stack for level, stack in book.track.items() if stack} == _lists(position.track), "track")
    for player in position.players:
        mine = book.players[player.name]
        shown = {
            name: getattr(player, name)
            for name in ("place", "fuel", "engine", "chassis", "money", "finished")
        }
        need(shown == {name: getattr(mine, name) for name in shown}, f"{shown} {mine}")
        need(player.cards == mine.hand.size, f"{player.cards} cards, {mine}")
        need(not mine.hand.known - certain(setup, standing.cards, player.name), f"{mine.hand}")
        need(sum(player.left or ()) == sum(mine.left.values()), f"{player.left} {mine.left}")


def _lists(track: tuple[tuple[int, tuple[str, ...]], ...]) -> dict[int, list[str]]:
    return {level: [*stack] for level, stack in track}


def played(number: int, seed: int = 3) -> Kept:
    """A game and its books."""
    return keep_books(simulate(setting(number, seed)))
