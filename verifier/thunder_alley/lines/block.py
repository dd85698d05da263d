"""`position` blocks of a record: the start, a claim about the position in mid-record, a new start."""

from collections.abc import Iterable, Sequence

from grammar.syntax import Statement
from model.thunder_alley.cards_seen import NO_CARDS, joined
from model.thunder_alley.position import OUT, PITS, RACING, Position
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.speaking import NotationError
from verifier.thunder_alley.engine.steps_of_turn import step_text
from verifier.thunder_alley.engine.turn import onward
from verifier.thunder_alley.lines.facts import RULES, differences
from verifier.thunder_alley.lines.gap import new_start, of_block, refused
from verifier.thunder_alley.lines.names import listed, names_of
from verifier.thunder_alley.lines.position import Block, WrittenCar, build, impossible, read_block
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table


def position_block(table: Table, statement: Statement, file: str, *, fresh: bool = False) -> Reply:
    """A `position` block: the start, or a claim about the current position, followed by a new start. With `fresh` it is
    compared only with what missing lines cannot have changed."""
    speaker = Speaker(file, statement)
    known = table.position or table.gap
    names = names_of(table.setup, known)
    try:
        block = read_block(statement, table.setup, names)
    except NotationError as error:
        return Reply(table.lost(), speaker.troubles(error))
    base = None if fresh else table.position
    joins = base is None
    findings: list[Finding] = []
    if base is not None:
        from verifier.thunder_alley.lines.closing import stages as stages_on_the_way

        # Automatic steps may have happened before the block was written: the turn was closed, the next one began.
        stages = [
            *onward(table.setup, base),
            *(stages_on_the_way(table) if block.table.get("step") == PITS else ()),
        ]
        compared = [(_compared(table, stage, block, speaker), stage) for stage in stages]
        findings, base = min(compared, key=lambda entry: _unlike(block, *entry))
    judgement = None
    if fresh and known is not None:
        judgement = new_start(known, build(block, table.setup, names, None), block, table)
        if judgement.at is None:
            finding = speaker.finding("undetermined", block.span, judgement.limit)
            return Reply(table.lost(), (finding,), judgement=judgement)
        position = judgement.at.position
        findings += refused(judgement, tuple(of_block(block, known)), speaker)
    else:
        position = _going_on(base, build(block, table.setup, names, base), block)
    troubles = impossible(block, table.setup, position)
    if troubles:
        if not findings:
            findings += [speaker.trouble(trouble) for trouble in troubles]
        return Reply(table.lost(), tuple(findings), judgement=judgement)
    turn_open = "turn" not in block.table and (base is None or table.turn_open)
    cards = NO_CARDS if joins else table.standing(table.position or position).on(position).cards
    after = replace(
        table,
        position=position,
        cards=cards,
        past=(),
        stopped=None,
        refused=None,
        gap=None,
        since=(),
        turn_open=turn_open,
    )
    if joins:
        record = joined(position, turn_known=not turn_open)
        begun = table.judge(table.setup, after.standing(position), record).outcomes[0].position
        after = replace(after, cards=begun.cards)
    if not any(line.kind == "hand" for line in statement.body):
        return Reply(after, tuple(findings), follow=True, judgement=judgement)
    from verifier.thunder_alley.lines.decks import block_hands

    after, of_hands, wrong = block_hands(after, statement, file)
    if judgement is None or judgement.legal:
        judgement = of_hands
    return Reply(after, (*findings, *wrong), follow=True, judgement=judgement)


def _going_on(base: Position | None, position: Position, block: Block) -> Position:
    """The position of a block that continues from `base`. The First Player follows from the leader (TA-3.5.4); a wrong First
    Player in the block is reported, and the rest of the block holds."""
    if base is None or base.first is None or position.first == base.first:
        return position
    return replace(position, first=base.first, next=position.next if "next" in block.table else base.next)


def _compared(table: Table, base: Position, block: Block, speaker: Speaker) -> list[Finding]:
    """What a block asserts that is false in this position."""
    from verifier.thunder_alley.lines.checks import wrong_places
    from verifier.thunder_alley.lines.closing import wrong_stacks

    findings = [*wrong_places(table, base, block.cars, speaker), *_missing(base, block, speaker)]
    findings += wrong_stacks(table, base, block.cars, speaker)
    for car in block.cars:
        findings += _wrong_facts(table, base, car, speaker)
    return [*findings, *_wrong_table(table, base, block, speaker)]


def _unlike(block: Block, findings: Sequence[Finding], base: Position) -> tuple[bool, int, int]:
    """How far a block is from a position: whether anything is wrong, how many cars stand elsewhere, how many findings there
    are."""
    spaces = {car.number: car.space for car in base.cars}
    elsewhere = sum(car.fields.get("space") not in (None, spaces.get(car.number, "")) for car in block.cars)
    return bool(findings), elsewhere, len(findings)


def _missing(base: Position, block: Block, speaker: Speaker) -> Iterable[Finding]:
    """Racing cars that the block lacks, and cars of the block that were not in the position."""
    named = {car.number for car in block.cars}
    missing = [car for car in base.cars if car.status == RACING and car.number not in named]
    if missing:
        places = [f"{car.number} at `{car.space}`" if car.space else str(car.number) for car in missing]
        fact = f"cars are missing that race: {listed(places)}"
        if len(missing) == 1:
            where = f" at `{missing[0].space}`" if missing[0].space else ""
            fact = f"car {missing[0].number} is missing; it races{where}"
        yield speaker.claim(block.span, Breach("TA-4.3", fact, "a car leaves the table only when it is lost"))
    for written in block.cars:
        if base.car(written.number) is None:
            fact = f"car {written.number} was not on the table before"
            yield speaker.claim(written.span, Breach("TA-3.1", fact, "no car joins a race that is running"))


def _wrong_facts(table: Table, base: Position, written: WrittenCar, speaker: Speaker) -> Iterable[Finding]:
    from verifier.thunder_alley.lines.checks import gained, gone

    car = base.car(written.number)
    if car is None:
        return
    if car.status != RACING and written.fields.get("space") is not None:
        yield speaker.claim(written.spans.get("space", written.span), gone(table, car))
        return
    for key, breach in differences(base, car, written):
        span = written.spans.get(key, written.span)
        finding = speaker.claim(span, gained(table, car, written, key, breach))
        if key == "status" and car.status == OUT and "place" in written.fields:
            help = f"a lost car is written `{car.number} out place {written.fields['place']}`"
            finding = replace(finding, help=help)
        yield finding
    if car.lap_down and car.status == RACING and not written.fields.get("lap_down"):
        # The marker is on the track next to the car: a block without it claims that it is not there.
        breach = Breach(
            "TA-4.2", f"car {car.number} has a Lap-down marker", "the leader is a lap ahead of it"
        )
        yield speaker.claim(written.span, breach)


def _wrong_table(table: Table, base: Position, block: Block, speaker: Speaker) -> Iterable[Finding]:
    for key, value in block.table.items():
        real: object = getattr(base, key)
        if key == "turn" and table.turn_open and isinstance(value, int) and value >= base.turn:
            continue
        if key == "places_left" and isinstance(value, tuple):
            value = tuple(sorted(value, key=int))
        if isinstance(real, tuple):
            real = tuple(str(entry) for entry in real)
        if key == "flag" and real is None:
            real = "green"
        if real != value and not (key in ("first", "next") and real is None):
            shown = [" ".join(side) or "none" if isinstance(side, tuple) else side for side in (real, value)]
            word = {
                "first": "the First Player",
                "next": "the next to play",
                "places_left": "the place markers left",
                "turn_leaders": "the cars with a Turn Leader marker of this turn",
            }.get(key, f"the {key}")
            fact = f"{word} {'are' if isinstance(value, tuple) else 'is'} {shown[0]}, not {shown[1]}"
            if key == "rain":
                fact = "no Rain lies aside"
            if key == "step" and isinstance(real, str):
                fact = f"{step_text(base)}; that is not step `{value}`"
            yield speaker.claim(block.spans[key], Breach(RULES[key], fact))
