"""The verbs of the tool as Python functions; `docs/api.md` describes them. Users import them from `verifier`.

A `source` is the text of a file of records, or what `read` made of it. Lines are counted from 1, as on the command line. A
question that cannot be answered raises `StewardError`; facts that cannot be used raise `ModelError`.
"""

from collections.abc import Mapping
from dataclasses import fields
from html import escape
from typing import Any

from grammar.parser import ParseResult, parse
from model.ruleset import named_or_default, with_changes
from model.values import value
from verifier.drawings.scene import svg_of
from verifier.errors import NO_VERDICT, StewardError, printable
from verifier.game import Game, MovesAnswer, MovesRequest, SimulateRequest
from verifier.games import GAMES, find_game
from verifier.gaps.inferring import SECONDS, Inferred
from verifier.gaps.inferring import infer as infer_from
from verifier.gaps.puzzle import Request
from verifier.gaps.seeking import Instance, Search
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.records.spots import table_at
from verifier.render.decision import Papers, sheet_of, with_picture
from verifier.render.inferred import inferred_text
from verifier.render.sheet import as_html, as_markdown, as_text
from verifier.render.text import record_text
from verifier.rulesets.changes import changes
from verifier.rulesets.diffing import Comparison, Difference
from verifier.verdicts.explained import Explained, in_words_of
from verifier.verdicts.explained import explain as explain_line
from verifier.verdicts.stewards import StewardsDecision
from verifier.verdicts.stewards import decide as decide_line

Source = str | bytes | ParseResult


@value
class Report(RecordReport):
    """The report on a record; `str` gives the text of `steward verify`."""

    def __str__(self) -> str:
        return record_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{_escaped(str(self))}</pre>"


@value
class Decision(StewardsDecision):
    """A stewards' decision; `str` gives the page as text."""

    def __str__(self) -> str:
        return as_text(with_picture(sheet_of(self), self))

    def markdown(self, papers: Papers | None = None) -> str:
        """The page as Markdown."""
        return as_markdown(with_picture(sheet_of(self, papers or Papers()), self))

    def html(self, papers: Papers | None = None) -> str:
        """The page as a self-contained HTML file."""
        return as_html(sheet_of(self, papers or Papers()))

    def _repr_html_(self) -> str:
        # A frame keeps the style of the page to itself; nothing runs in it.
        page = escape(self.html())
        return f'<iframe sandbox srcdoc="{page}" style="width:100%;height:60em;border:0"></iframe>'


@value
class Inference(Inferred):
    """What was inferred from a record with lost parts; `str` gives the text of `steward infer`."""

    def __str__(self) -> str:
        return inferred_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{_escaped(str(self))}</pre>"


@value
class Position:
    """A position of a game: the lines of its `position` block, a picture as text, and a drawing as SVG (empty without a track,
    stage or board)."""

    game: str
    lines: tuple[str, ...]
    picture: str
    drawing: str

    def __str__(self) -> str:
        return "\n".join(["position", *(f"  {line}" for line in self.lines), "end", "", self.picture])

    def _repr_svg_(self) -> str | None:
        return self.drawing or None

    def _repr_html_(self) -> str | None:
        return None if self.drawing else f"<pre>{_escaped(str(self))}</pre>"


def read(source: str | bytes, file: str = "<text>") -> ParseResult:
    """Reads a file of records. Never raises for its content: `errors` holds the lines that cannot be read.

    >>> read("game thunder-alley\\nlaps 3\\n").records[0].game
    'thunder-alley'
    """
    return parse(source, file)


def verify(source: Source, file: str = "<text>", options: Options | None = None) -> list[Report]:
    """Judges every record of a file. Relative paths in it start in the folder of `file`. Never raises for its content.

    >>> [report.verdict for report in verify("game thunder-alley\\nlaps 3\\n")]
    ['legal']
    """
    return [Report(**_fields(one)) for one in judge_records(_read(source, file), options)]


def position(source: Source, line: int | None = None, options: Options | None = None) -> Position:
    """The position before a line, or at the end of the record.

    >>> race = "game thunder-alley\\ntrack short-oval\\nteam Red 29 25\\nposition\\n 29 12b\\n 25 8a\\nend\\n"
    >>> position(race).lines
    ('29 12b', '25 8a')
    """
    spot = table_at(_read(source), line, options)
    game, table = spot.game, spot.table
    picture = game.picture(table) if game.picture is not None else ""
    scene = game.scene(table) if game.scene is not None else None
    drawing = svg_of(scene) if scene is not None else ""
    return Position(game.name, spot.positions[0], picture, drawing)


def moves(
    source: Source,
    line: int | None = None,
    *,
    mover: str | None = None,
    means: str | None = None,
    paths: bool = False,
    why_not: str | None = None,
    options: Options | None = None,
) -> MovesAnswer:
    """The legal moves before a line, or at the end: of a mover (a car, a driver, a player), by some means (a card, dice); None
    means any. With `why_not` the answer is why that move is refused.

    >>> race = "game thunder-alley\\ntrack short-oval\\nteam Red 29 25\\nposition\\n 29 12b\\n 25 8a\\nend\\n"
    >>> moves(race, mover="29", means="Charge").moves[0].notation
    '29 Charge: f7'
    """
    spot = table_at(_read(source), line, options)
    if spot.game.legal_moves is None:
        raise StewardError(f"legal moves of {spot.game.title} are not listed yet", code=NO_VERDICT)
    return spot.game.legal_moves(spot.table, MovesRequest(mover, means, paths, why_not))


def explain(source: Source, line: int, options: Options | None = None) -> Explained | None:
    """Why a line is illegal, by the solver: the rules that it breaks each on its own, and minimal sets of rules that only
    together rule it out. None for a line that the solver does not judge.

    >>> race = "game thunder-alley\\ntrack short-oval\\nteam Red 29 25\\nposition\\n 29 12b\\n 25 8a\\nend\\n29 Charge: f8\\n"
    >>> [rule for rule, _ in explain(race, 8).alone]
    ['TA-6.1-mp-total']
    """
    spot = table_at(_read(source), line, options)
    if spot.statement is None or spot.statement.line != line:
        raise StewardError(f"line {line} has nothing to explain", "name a line with a move")
    explained = explain_line(spot.game, spot.table, spot.statement, spot.where)
    if explained is None:
        return None
    return in_words_of(spot.game.line(spot.table, spot.statement, spot.where).findings, explained)


def diff(game: str, first: str | None = None, second: str | None = None, **readings: str) -> list[Difference]:
    """How two rulesets of a game differ, change by change, with a record that they decide differently. None means the default
    ruleset; `readings` change the second one (`turn_led_bonus="per-marker"`).

    >>> [difference.outcome for difference in diff("thunder-alley", turn_led_bonus="per-marker")]
    ['witness']
    """
    data = _game(game).data
    one, two = (named_or_default(data, name) for name in (first, second))
    chosen = {id.replace("_", "-"): reading for id, reading in readings.items()}
    compared = Comparison(game, one, with_changes(data, two, rulings=chosen) if chosen else two)
    return [compared.answer(change) for change in changes(data, compared.first, compared.second)]


def find(source: str, count: int = 1, options: Options | None = None) -> list[Instance]:
    """The smallest ways to fill the `?` of a record's first position so that every line is judged as expected; fewer than `count`
    if there are no more. Raises `StewardError` if the search is stopped by a limit.

    >>> race = "game thunder-alley\\ntrack short-oval\\nteam Red 29\\nteam Blue 15\\nposition\\n 29 3a\\n 15 ?\\nend\\n"
    >>> [instance.record[6].strip() for instance in find(race + "29 Charge: f fx2 = 6a\\n")]
    ['15 5a']
    """
    search = Search(Request(source.encode(), "<text>", options or Options()), count)
    found: list[Instance] = []
    for number in range(search.chunks):
        for looked in search.look(number):
            found += looked.found
            if looked.limit and len(found) < count:
                raise StewardError(f"the search ended: {looked.limit}", code=NO_VERDICT)
        if len(found) >= count:
            break
    return found[:count]


def infer(source: str, options: Options | None = None, seconds: float = SECONDS) -> Inference:
    """What must have happened where a record has lost parts (`?`, `...`): how many completions there are, what was lost, one
    completion as a record, or which rules leave none.

    >>> race = "game thunder-alley\\ntrack short-oval\\nteam Red 29\\nteam Blue 15\\nposition\\n 29 3a\\n 15 12a\\nend\\n"
    >>> found = infer(race + "29 Charge: f5 ?1 f = 9b\\n")
    >>> found.count, [(fact.what, fact.values) for fact in found.facts]
    (1, [('step', ('o',))])
    """
    return Inference(**_fields(infer_from(parse(source), source.split("\n"), options or Options(), seconds)))


def decide(source: Source, line: int | None = None, options: Options | None = None) -> Decision:
    """The stewards' decision about a line; without one, about the first illegal line.

    >>> race = "game thunder-alley\\ntrack short-oval\\nteam Red 29 25\\nposition\\n 29 12b\\n 25 8a\\nend\\n29 Charge: f8\\n"
    >>> decision = decide(race)
    >>> decision.line, decision.verdict, decision.rules[0].id
    (8, 'illegal', 'TA-6.1-mp-total')
    """
    return Decision(**_fields(decide_line(_read(source), line, options)))


def simulate(
    game: str, seed: int = 1, players: int | None = None, policy: str = "plausible", **parameters: Any
) -> str:
    """A random legal race as a record; the same seed gives the same race. `parameters` are those of the game, such as `laps` or
    `stage`.

    >>> simulate("thunder-alley", players=2, laps=1).splitlines()[0]
    'game thunder-alley'
    """
    known = _game(game)
    if known.simulate is None:
        raise StewardError(f"{known.title} cannot be simulated yet", code=NO_VERDICT)
    return known.simulate(SimulateRequest(seed, 1, players, policy, given=parameters))


def _game(name: str) -> Game[Any]:
    if name not in GAMES:
        raise StewardError(f"there is no game `{name}`", f"games: {', '.join(GAMES)}")
    return find_game(name)


def _read(source: Source, file: str = "<text>") -> ParseResult:
    return source if isinstance(source, ParseResult) else parse(source, file)


def _fields(value: Any) -> Mapping[str, Any]:
    return {one.name: getattr(value, one.name) for one in fields(value)}


def _escaped(text: str) -> str:
    return "\n".join(escape(printable(line)) for line in text.split("\n"))
