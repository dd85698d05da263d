"""Lines of turns."""

from collections.abc import Sequence

from grammar.syntax import Leaf, Node, Statement
from model.asked import verdict_only
from model.rallyman.facts import FINISH
from model.rallyman.moves import Turn
from model.rallyman.position import OFF_LEFT, OFF_ROAD, SPUN, STOPPED, Car, Position, Setup
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.rallyman.engine import Outcome, card_breach, play
from verifier.rallyman.engine.finish import clock
from verifier.rallyman.engine.start import opening
from verifier.rallyman.engine.terms import Breaches
from verifier.rallyman.notation.names import driver
from verifier.rallyman.notation.read import Written, is_open, read_turn
from verifier.rallyman.notation.write import line_text
from verifier.rallyman.table.fields import Said, differing, read_fields
from verifier.rallyman.table.instead import legal_instead, lines_help, run_before
from verifier.rallyman.table.nearest import nearest
from verifier.rallyman.table.outcomes import OUTCOMES, outcome_breach
from verifier.rallyman.table.terms import Refused, Reply, Speaker, Table
from verifier.speaking import NotationError

OUT = "out"
"""What stands for the space of a car that is out of the stage."""

LANDING = "landing"
"""The token of a breach about the space on which a step is said to end: other dice would not mend it."""


def turn_line(table: Table, statement: Statement, file: str) -> Reply:
    """What a turn comes to."""
    speaker = Speaker(file, statement)
    setup, position = table.setup, table.position
    assert setup is not None
    if position is None:
        fact = "how the cars stand is not known here"
        finding = speaker.finding("undetermined", statement.node.span, fact, help="give a `position` block")
        return Reply(table, (finding,), judged=False, follow=False)
    try:
        written = read_written(table, statement.node)
        said = read_fields(written.checks, setup.stage.index)
        ends = written.ends(setup.stage.index)
    except NotationError as error:
        return Reply(table, speaker.troubles(error))
    wrong_round = _wrong_round(table, written, speaker)
    if wrong_round:
        return Reply(table, wrong_round)
    if is_open(written.turn):
        return _open_turn(table, written, ends, said, speaker)
    done = landed(setup, position, written.turn, ends, play(setup, position, written.turn))
    if not isinstance(done, Outcome):
        return _refused(table, written, done, speaker)
    return _judged(table, written, done, said, speaker)


def read_written(table: Table, node: Node) -> Written:
    """The turn of a line. Raises `NotationError`."""
    mover = node.child("mover")
    assert isinstance(mover, Node)
    return read_turn(node, driver(mover.leaves()[-1], table.names))


def _wrong_round(table: Table, written: Written, speaker: Speaker) -> tuple[Finding, ...]:
    assert table.setup is not None and table.position is not None
    leaf: Leaf | None = written.round
    over = not any(car.driving for car in table.position.cars)  # then the turn itself is wrong (RM-13.1)
    if leaf is None or over or int(leaf.text[1:]) == table.position.turn:
        return ()
    fact = f"round {table.position.turn} is played, not {int(leaf.text[1:])}"
    breach = Breach("RM-3.6", fact, "each car has one turn a round")
    if opening(table.setup, table.position):
        breach = Breach("RM-3.5", fact, "opening turn k is played by the first k starters")
    return (speaker.breaches("illegal", leaf.span, (breach,)),)


def _refused(table: Table, written: Written, breaches: Breaches, speaker: Speaker) -> Reply:
    first = breaches[0]
    span = written.span(first.step, first.token)
    assert table.setup is not None and table.position is not None
    instead: tuple[str, ...] = ()
    help = ""
    if not verdict_only(table.ruleset) and first.token != LANDING:
        quiet = table.unasked()
        assert quiet.setup is not None
        instead = legal_instead(quiet.setup, table.position, written.turn, first)
        help = lines_help(quiet.setup, table.position, written.turn, first)
    finding = speaker.breaches("illegal", span, breaches, instead, help)
    if first.step > 0:
        finding = replace(finding, numbers={**finding.numbers, "step": first.step})
    return Reply(replace(table, before=table.position, refused=Refused(written.turn, breaches)), (finding,))


def claims(
    setup: Setup, outcome: Outcome, written: Written, said: Sequence[Said], speaker: Speaker
) -> list[Finding]:
    """What a line asserts of its outcome and is not so."""
    found = []
    wrong = card_breach(outcome)
    if wrong is not None:
        found.append(speaker.breaches("claim", written.words["card"], (wrong,)))
    for one in said:
        if one.name in OUTCOMES:
            breach = outcome_breach(outcome, one)
            found += [speaker.breaches("claim", one.span, (breach,))] if breach is not None else []
            continue
        for _, breaches in differing(
            setup, outcome.position, outcome.car, (one,), outcome.rules, outcome.space_rules
        ):
            found.append(speaker.breaches("claim", one.span, breaches))
    return found


def landed(
    setup: Setup, position: Position, turn: Turn, ends: Sequence[str | None], done: Outcome | Breaches
) -> Outcome | Breaches:
    """What a turn comes to, held against the spaces on which its steps are said to end (RM-4.1, RM-11.5): the first step that
    ends elsewhere decides, if no earlier one breaks a rule."""
    if not any(ends) or (not isinstance(done, Outcome) and done[0].token == "driver"):
        return done
    broken = 0 if isinstance(done, Outcome) else done[0].step
    for number, said in enumerate(ends, 1):
        run = run_before(setup, position, turn, number + 1) if not 0 < broken <= number else None
        if run is None:
            break
        if said is not None and run.ends[-1] != said:
            fact = f"the step ends on {run.ends[-1]}, not on {said}"
            first = [rule for rule in ("RM-11.5", "RM-4.1") if rule in run.reached]
            rules = dict.fromkeys([*first, *run.reached])
            return tuple(Breach(rule, fact, step=number, token=LANDING) for rule in rules)
    return done


def _judged(
    table: Table, written: Written, outcome: Outcome, said: Sequence[Said], speaker: Speaker
) -> Reply:
    assert table.setup is not None
    after = table.played(outcome)
    findings = tuple(claims(table.setup, outcome, written, said, speaker))
    # What is claimed of a legal turn changes nothing: a wrong claim fails, and the stage goes on from where the turn led.
    return Reply(after, findings, follow=True, applied=outcome.rules, sentence=sentence(outcome))


def _open_turn(
    table: Table, written: Written, ends: Sequence[str | None], said: Sequence[Said], speaker: Speaker
) -> Reply:
    """A turn with lost parts: every outcome that fits what is written is followed."""
    from verifier.rallyman.engine.lost import MOST, TooManyError, fillings

    assert table.setup is not None and table.position is not None
    if written.turn.lost:
        fact = "nothing of this turn is known, not even the number of dice"
        help = "`...` stands for dice of basic driving, `?3` for three; a `position` block gives a new start"
        finding = replace(lost_finding(fact, speaker), help=help)
        return Reply(table.lost(), (finding,), judged=False, follow=False)
    try:
        found = fillings(table.setup, table.position, written.turn)
    except TooManyError:
        fact = f"more than {MOST} tables can have come of what is lost here"
        return Reply(table.lost(), (lost_finding(fact, speaker),), judged=False, follow=False)
    if not isinstance(found, list):
        return _refused(table, written, found, speaker)
    setup, position = table.setup, table.position
    there = [one for one in found if landed(setup, position, one.turn, ends, one) is one]
    if not there:
        done = landed(setup, position, found[0].turn, ends, found[0])
        assert not isinstance(done, Outcome)
        return _refused(table, written, done, speaker)
    fitting = [one for one in there if not claims(setup, one, written, said, speaker)]
    if not fitting:
        told = nearest(setup, there, said)
        return Reply(table, tuple(claims(setup, told, written, said, speaker)))
    tables = [table.played(one) for one in fitting]
    ways = "one table" if len(tables) == 1 else f"{len(tables)} tables"
    fact = f"something was not written down here; it leads to {ways}"
    finding = lost_finding(fact, speaker)
    return Reply(tables[0], (finding,), judged=False, follow=True, others=tuple(tables[1:]))


def ends(table: Table, statement: Statement) -> tuple[str, ...] | None:
    """The spaces where a turn can end whose rest is not written, in the order of the stage, `none` last if it may end where its
    written part does; None for a line that is no such turn, or with too many ways to go on."""
    from verifier.rallyman.engine.lost import TooManyError, fillings

    setup, position = table.setup, table.position
    if setup is None or position is None or statement.kind != "drives":
        return None
    try:
        turn = read_written(table, statement.node).turn
        found = fillings(setup, position, turn) if turn.open else None
    except (NotationError, TooManyError):
        return None
    if found is None:
        return None
    whole = play(setup, position, replace(turn, open=False))
    stays = {whole.car.space or OUT} if isinstance(whole, Outcome) else set()
    others = {one.car.space or OUT for one in found if isinstance(one, Outcome)} - stays
    order = {space: place for place, space in enumerate(setup.stage.index)}
    return (*sorted(others, key=lambda space: order.get(space, len(order))), *(["none"] if stays else []))


def lost_finding(fact: str, speaker: Speaker) -> Finding:
    """What to say of a line with something lost that is legal in some way: nobody can say that all of it was."""
    leaves = speaker.statement.node.leaves()
    marked = [leaf.span for leaf in leaves if "?" in leaf.text or leaf.kind == "ELLIPSIS"]
    span = marked[0] if marked else speaker.statement.node.span
    return speaker.finding("undetermined", span, fact)


def sentence(outcome: Outcome) -> str:
    """What a turn did, for a trace."""
    car = outcome.car
    lost = f", control lost ({outcome.loss})" if outcome.loss else ""
    card = f", card {outcome.card}" if outcome.card != "-" else ""
    held = f", {car.markers} marker{'' if car.markers == 1 else 's'}"
    worn = f", damage {car.damage}" if outcome.loss and car.damage else ""
    told = f"{car.driver} {_where(car)}{lost}{card}, pile {clock(car.chrono)}{held}{worn}"
    return f"{line_text(outcome.turn)}: {told}"


def _where(car: Car) -> str:
    if car.space == FINISH:
        return "crosses the finish"
    if not car.space:
        return "is out"
    if car.status in OFF_ROAD:
        return f"ends beside {car.space}, on its {'left' if car.status == OFF_LEFT else 'right'}"
    put = {SPUN: ", turned round", STOPPED: ", pushed there"}.get(car.status, "")
    return f"ends at {car.space}{put}"
