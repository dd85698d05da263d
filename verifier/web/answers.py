"""Questions about a place in a record: what is legal, why something is not, which rule, what under other readings, a decision.

They run in a process of their own, so each has everything that it needs, and its answer is plain data.
"""

from typing import Any

from grammar.errors import visible
from grammar.parser import line_at, parse
from model.rules import load_rules
from model.values import value
from verifier.answer import MoveOffer, MovesRequest, Overrides
from verifier.api import decide as decide_line
from verifier.drawings.attempt import WORD, marks_of
from verifier.drawings.scene import NO_MARKS, Marks, Scene
from verifier.errors import StewardError
from verifier.findings import deciding
from verifier.game import Game
from verifier.records.replay import Options, judge_record
from verifier.records.stepping import SKIPPED
from verifier.render.every_reading import every_lines
from verifier.web.desk import Judged, judged
from verifier.web.views import (
    Shown,
    View,
    asks,
    finding_view,
    in_words,
    scene_view,
    shown_at,
    ways_view,
)

MOST_SHOWN = 300
"""The most legal moves that are listed."""

MOST_RULES = 40
"""The most rules that are shown at once."""


@value
class Question:
    """A question: its kind (`legal`, `why-not`, `rule`, `readings`, `decide`), the line after which it is asked, and words: a
    move for `why-not`, a rule for `rule`. `mover` and `means` narrow the legal moves down."""

    kind: str
    line: int
    words: str = ""
    mover: str = ""
    means: str = ""


def answer(file: str, text: str, options: Options, question: Question) -> View:
    """The answer. Raises `StewardError` if there is none."""
    if question.kind == "decide":
        return {"page": _decision(file, text, options, question.line)}
    now = judged(text, file, options)
    return {
        "legal": _legal,
        "why-not": _why_not,
        "rule": _rule,
        "readings": _readings,
    }[question.kind](now, question)


QUESTIONS = ("legal", "why-not", "rule", "readings", "decide")


def _decision(file: str, text: str, options: Options, line: int) -> str:
    return decide_line(parse(text, file), line, options).html()


def _legal(now: Judged, question: Question) -> View:
    """The legal moves after a line, with the places where they end; if no moves are due, what is, with what is allowed."""
    stepper = now.stepper_at(question.line)
    game, table = now.game, stepper.table
    if game.legal_moves is None:
        raise StewardError(f"legal moves of {game.title} are not listed yet")
    found = game.legal_moves(table, MovesRequest(question.mover or None, question.means or None))
    if not found.moves and stepper.followed and (due := _due(game, table)) is not None:
        return due
    scene = game.scene(table) if game.scene is not None else None
    marks = _ghosts(scene, found.moves, question.mover) if scene is not None else NO_MARKS
    return {
        "said": visible(found.note) or f"{len(found.moves)} legal moves"
        if found.moves
        else visible(found.note),
        "ways": ways_view(found.moves[:MOST_SHOWN], found.unit),
        "more": max(0, len(found.moves) - MOST_SHOWN),
        "findings": [finding_view(game, one) for one in found.findings],
        "scene": scene_view(Shown(game, table), marks),
    }


def _due(game: Game[Any], table: Any) -> View | None:
    plays = game.plays() if game.plays is not None else None
    offer = plays.offers(table) if plays is not None else None
    if plays is None or offer is None:
        return None
    choices = dict.fromkeys(in_words(plays, offer, one) for one in offer.choices)
    return {
        "said": visible(f"{offer.who}: {asks(plays, offer)}" if offer.who else asks(plays, offer)),
        "ways": [],
        "choices": [*choices][:MOST_SHOWN],
        "more": max(0, len(choices) - MOST_SHOWN),
        "scene": scene_view(Shown(game, table)),
    }


def _ghosts(scene: Scene, moves: tuple[MoveOffer, ...], mover: str) -> Marks:
    places = [next((word for word in WORD.findall(one.ends) if word in scene.places), "") for one in moves]
    return Marks(mover if scene.piece(mover) else "", ghosts=tuple(dict.fromkeys(filter(None, places))))


def _why_not(now: Judged, question: Question) -> View:
    """A line as if it were the next one."""
    if not question.words.strip():
        raise StewardError("write the line first")
    stepper = now.stepper_at(question.line)
    statement = line_at(now.game.name, question.line + 1, question.words)
    if statement is None:
        problems = parse(f"game {now.game.name}\n{question.words}\n", "asked").errors
        fact = problems[0].message if problems else "this is not one line of a record"
        raise StewardError(visible(fact), visible(problems[0].hint) if problems else "")
    step = stepper.advance(statement)
    first = deciding(step.findings)
    shown = Shown(now.game, step.before, step)
    scene = now.game.scene(step.before) if now.game.scene is not None else None
    marks = marks_of(now.game, scene, step) if scene is not None else NO_MARKS
    happened = f"legal: {step.sentence}" if step.sentence else "legal"
    return {
        "said": visible(happened) if first is None else "",
        "findings": [finding_view(now.game, one) for one in step.findings],
        "scene": scene_view(shown, marks),
    }


def _rule(now: Judged, question: Question) -> View:
    """A rule that is named, or those of a line: the ones that it breaks, or that applied in it."""
    book = load_rules(now.game.data).rules
    if wanted := question.words.strip().upper():
        ids = [id for id in book if id.upper() == wanted] or [
            id for id in book if id.upper().startswith(wanted)
        ]
        if not ids:
            raise StewardError(
                f"there is no rule `{visible(question.words)}`", "as in `TA-6.7`; a beginning is enough"
            )
    else:
        place = now.place_of(question.line)
        step = now.steps[place - 1] if place else None
        if step is None or step.state == SKIPPED:
            raise StewardError("no rule acts in this line", "choose a line of play, or name a rule")
        named = [rule for finding in step.findings for rule in finding.rules]
        ids = [id for id in dict.fromkeys(named or step.applied()) if id in book]
    rules = [
        {"id": id, "title": book[id].title, "because": book[id].short, "digest": book[id].digest}
        for id in ids
    ]
    said = "" if rules else "no rule was needed for this line"
    answer = {"said": said, "rules": rules[:MOST_RULES], "more": max(0, len(rules) - MOST_RULES)}
    return answer if wanted else answer | {"scene": scene_view(shown_at(now, question.line))}


def _readings(now: Judged, question: Question) -> View:
    """The verdict on the record up to a line, under every reading of the rulings that it rests on."""
    upto = "\n".join(now.text.split("\n")[: max(question.line, 1)]) + "\n"
    [record] = parse(upto, now.record.file).records
    where = now.last.where
    options = Options(where.overrides or Overrides(), where.folder, all_rulings=True)
    report = judge_record(record, (), options)
    lines = [visible(one) for one in every_lines(report.every, report.deciding)]
    said = f"The record up to line {question.line}, under every reading of the rulings that it rests on:"
    return {"said": said, "choices": lines, "scene": scene_view(shown_at(now, question.line))}
