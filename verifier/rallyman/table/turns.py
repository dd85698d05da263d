"""Lines of turns."""

from collections.abc import Sequence

from grammar.syntax import Leaf, Node, Statement
from model.asked import verdict_only
from model.rallyman.facts import FINISH
from model.rallyman.position import OFF_LEFT, OFF_ROAD, SPUN, STOPPED, Car, Setup
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
from verifier.rallyman.table.instead import legal_instead, lines_help
from verifier.rallyman.table.nearest import nearest
from verifier.rallyman.table.terms import Refused, Reply, Speaker, Table
from verifier.speaking import NotationError


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
    except NotationError as error:
        return Reply(table, speaker.troubles(error))
    wrong_round = _wrong_round(table, written, speaker)
    if wrong_round:
        return Reply(table, wrong_round)
    if is_open(written.turn):
        return _open_turn(table, written, said, speaker)
    done = play(setup, position, written.turn)
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
    if not verdict_only(table.ruleset):
        quiet = table.unasked()
        assert quiet.setup is not None
        instead = legal_instead(quiet.setup, table.position, written.turn, first)
        help = lines_help(quiet.setup, table.position, written.turn, first)
    finding = speaker.breaches("illegal", span, breaches, instead, help)
    return Reply(replace(table, before=table.position, refused=Refused(written.turn, breaches)), (finding,))


def claims(
    setup: Setup, outcome: Outcome, written: Written, said: Sequence[Said], speaker: Speaker
) -> list[Finding]:
    """What a line asserts of its outcome and is not so."""
    found = []
    wrong = card_breach(outcome)
    if wrong is not None:
        found.append(speaker.breaches("claim", written.words["card"], (wrong,)))
    for one, breaches in differing(
        setup, outcome.position, outcome.car, said, outcome.rules, outcome.space_rules
    ):
        found.append(speaker.breaches("claim", one.span, breaches))
    return found


def _judged(
    table: Table, written: Written, outcome: Outcome, said: Sequence[Said], speaker: Speaker
) -> Reply:
    assert table.setup is not None
    after = table.played(outcome)
    findings = tuple(claims(table.setup, outcome, written, said, speaker))
    # What is claimed of a legal turn changes nothing: a wrong claim fails, and the stage goes on from where the turn led.
    return Reply(after, findings, follow=True, applied=outcome.rules, sentence=sentence(outcome))


def _open_turn(table: Table, written: Written, said: Sequence[Said], speaker: Speaker) -> Reply:
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
    fitting = [one for one in found if not claims(table.setup, one, written, said, speaker)]
    if not fitting:
        told = nearest(table.setup, found, said)
        return Reply(table, tuple(claims(table.setup, told, written, said, speaker)))
    tables = [table.played(one) for one in fitting]
    ways = "one table" if len(tables) == 1 else f"{len(tables)} tables"
    fact = f"something was not written down here; it leads to {ways}"
    finding = lost_finding(fact, speaker)
    return Reply(tables[0], (finding,), judged=False, follow=True, others=tuple(tables[1:]))


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
