"""`explain`: why a turn is illegal by the spec: each rule that it breaks, and rules that leave no room for it only together."""

from dataclasses import replace

from grammar.syntax import Statement
from model.rallyman.facts import DATA
from model.rallyman.moves import UNKNOWN, Turn
from model.rallyman.position import ELIMINATED, Position, Setup
from model.rules import load_rules
from verifier.findings import Breach, Finding
from verifier.game import Where
from verifier.rallyman.notation.read import Written
from verifier.rallyman.second.claims import claim_findings, round_findings
from verifier.rallyman.second.explain_between import wrong_between
from verifier.rallyman.second.explain_blocks import wrong_block, wrong_round
from verifier.rallyman.second.explain_claims import CHECK, RESULT, claimed_of
from verifier.rallyman.second.explain_stage import RACE, explain_stage
from verifier.rallyman.second.selection import selection_facts
from verifier.rallyman.second.wrong import Wrong
from verifier.rallyman.spec import Broken, Judgement, judge
from verifier.rallyman.spec.attack import all_dice
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.table.fields import WORD_OF
from verifier.rallyman.table.header import set_up
from verifier.rallyman.table.terms import Speaker, Table
from verifier.rallyman.table.turns import read_written
from verifier.second import Explained, NotJudgedError, UnreadableError
from verifier.speaking import NotationError

TURNS, BLOCK, ROUND = "drives", "position", "turn"
SELECTION = "RM-5.3"


def explain(table: Table, statement: Statement, place: Where) -> Explained | None:
    """SAT, for the dice and all rules: the turn is legal; UNSAT: the rules named leave no room for it.

    What the spec says of a turn and of what its line says of the outcome, of what other lines say of the table, and of what
    lies between the stages of a rally, and of each whole stage. None for lines of the header, for unknown names, and where nobody
    knows the position.
    """
    table = set_up(table).unasked()
    if statement.kind == RACE and table.rally is not None:
        return explain_stage(table, table.rally, statement, place)
    if statement.kind != TURNS:
        return _claim(table, statement, Speaker(place.file, statement))
    if table.position is None or table.setup is None:
        return None
    try:
        written = read_written(table, statement.node)
        ends = written.ends(table.setup.stage.index)
    except NotationError:
        return None
    speaker = Speaker(place.file, statement)
    if wrong := round_findings(table.setup, table.position, written, speaker):
        return _denied(wrong)
    judgement = judge(table.setup, table.position, written.turn, ends)
    if judgement.gave_up is not None:
        return Explained(False, gave_up=f"the solver does not say: {judgement.gave_up}")
    if not judgement.legal:
        return _refused(table.setup, table.position, written, judgement, speaker)
    if len(judgement.positions) != 1:
        return Explained(
            False, gave_up=f"{len(judgement.positions)} positions can come of this: write what was lost"
        )
    wrong = claim_findings(table.setup, table.position, written, judgement, speaker)
    if wrong:
        return _denied(wrong)
    return Explained(True, steps=bookkeeping(table.setup, table.position, written.turn, judgement))


def _claim(table: Table, statement: Statement, speaker: Speaker) -> Explained | None:
    try:
        found = _wrong(table, statement)
    except (NotationError, UnreadableError):
        return None
    except NotJudgedError as error:
        return Explained(False, gave_up=str(error))
    if found is None:
        return None
    found.sort(key=lambda one: (one[0].line, one[0].column))
    wrong = [speaker.breaches("claim", span, breaches) for span, breaches in found]
    return _denied(wrong) if wrong else Explained(True)


def _wrong(table: Table, statement: Statement) -> list[Wrong] | None:
    """What a line says and is not so, in its order; None for a line of which the spec says nothing."""
    if statement.kind in (CHECK, RESULT):
        return claimed_of(table, statement)
    if table.rally is not None:
        return wrong_between(table, table.rally, statement)
    if table.setup is None:
        return None
    if statement.kind == BLOCK:
        return list(wrong_block(table, table.setup, statement))
    if statement.kind == ROUND and table.position is not None:
        return wrong_round(table.position, statement)
    return None


def _refused(
    setup: Setup, position: Position, written: Written, judgement: Judgement, speaker: Speaker
) -> Explained:
    rules = load_rules(DATA)
    said = {one.rule: one.fact for one in judgement.broken[::-1]}
    if judgement.rules[0] == SELECTION and UNKNOWN not in all_dice(written.turn):
        said |= selection_facts(setup, position, written.turn)
    joint = {rule for core in judgement.together for rule in core}
    single = [core[0] for core in judgement.together if len(core) == 1]
    together = tuple(
        tuple((rule, said.get(rule) or rules.short(rule)) for rule in core)
        for core in judgement.together
        if len(core) > 1
    )
    broken = [rule for rule in judgement.rules if rule not in joint] + single
    alone = tuple((rule, said.get(rule) or rules.short(rule)) for rule in dict.fromkeys(broken))
    finding = _finding(written, judgement.broken, speaker)
    because = (*finding.because, *(pair for pair in alone if pair[0] in single))
    return Explained(False, replace(finding, because=tuple(dict.fromkeys(because))), alone, together)


def _finding(written: Written, broken: tuple[Broken, ...], speaker: Speaker) -> Finding:
    """The same as the engine's finding would be: which rules, and where in the line."""
    rules = load_rules(DATA)
    first = broken[0]
    breaches = tuple(Breach(one.rule, one.fact, rules.short(one.rule), one.step) for one in broken)
    finding = speaker.breaches("illegal", written.span(first.step, first.token), breaches)
    because = [(one.rule, one.reason if one.fact == first.fact else one.fact) for one in breaches]
    return replace(finding, because=tuple(dict.fromkeys(because)))


def _denied(wrong: list[Finding]) -> Explained:
    """Everything that a line says and is not so; the first of it is the finding, the others are among its reasons."""
    alone = tuple(dict.fromkeys((rule, finding.fact) for finding in wrong for rule in finding.rules[:1]))
    others = [(rule, finding.fact) for finding in wrong[1:] for rule in finding.rules[:1]]
    rules = dict.fromkeys((*wrong[0].rules, *(rule for rule, _ in others)))
    because = dict.fromkeys((*wrong[0].because, *others))
    return Explained(False, replace(wrong[0], rules=tuple(rules), because=tuple(because)), alone)


def bookkeeping(setup: Setup, position: Position, turn: Turn, judgement: Judgement) -> tuple[str, ...]:
    """The steps of a legal turn with where they end, and what the car has after it."""
    after = judgement.positions[0].car(turn.driver)
    driven = judgement.driven[0] if judgement.driven else None
    lines = [] if driven is None else [_step(number, way) for number, way in enumerate(driven.ways, 1)]
    lines.append(_ended(setup, position, turn, driven))
    status = f" {WORD_OF[after.status]}" if after.status in WORD_OF else ""
    where = "out" if after.status == ELIMINATED else f"{after.space} g{after.gear}{status}"
    lines.append(f"{after.driver}: {where}, {_counted(after.chrono, after.markers)}")
    return tuple(lines)


def _step(number: int, way: Way) -> str:
    over = f" over {', '.join(way.flown)}" if way.flown else ""
    return f"step {number}: {way.start} to {way.end}{over}"


def _ended(setup: Setup, position: Position, turn: Turn, driven: Driven | None) -> str:
    card = card_of(setup, position, turn, driven)
    if driven is None:
        return f"no die, card {card}"
    cause = f", ended by {driven.cause}" if driven.cause else ""
    symbols = f"{driven.symbols} {'symbol' if driven.symbols == 1 else 'symbols'}"
    return f"gear {driven.gear}, {symbols}{cause}, card {card}"


def _counted(chrono: int, markers: int) -> str:
    return f"pile {chrono // 60}:{chrono % 60:02}, {markers} markers"
