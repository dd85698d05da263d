"""`position` blocks of a record: the start, a claim about the position in mid-record, a new start."""

from collections.abc import Iterable, Sequence

from model.thunder_alley.cards_seen import joined
from model.thunder_alley.claims import Claim
from model.thunder_alley.position import PITS, RACING, Car, Position, step_text
from model.thunder_alley.standing import EMPTY, Standing
from model.values import replace
from verifier.findings import Finding
from verifier.records.speaking import NotationError
from verifier.thunder_alley.lines.claims import Denied, refuted
from verifier.thunder_alley.lines.facts import car_denied
from verifier.thunder_alley.lines.gap import Written, of_block, refused
from verifier.thunder_alley.lines.names import listed, names_of
from verifier.thunder_alley.lines.position import Block, impossible, laid_out, read_block, unusable
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table
from verifier.thunder_alley.told import Told


def position_block(table: Table, speaker: Speaker, *, fresh: bool = False) -> Answer:
    """A `position` block: the start, or a claim about the current position, followed by a new start. With `fresh` it is
    compared only with what missing lines cannot have changed."""
    statement, known = speaker.statement, table.latest.position
    names = names_of(table.setup, known)
    try:
        block = read_block(statement, table.setup, names)
    except NotationError as error:
        return Answer(table.lost(), speaker.troubles(error))
    base = None if fresh else table.position
    findings: list[Finding] = []
    if base is not None:
        # Automatic steps may have happened before the block was written: the turn was closed, the next one began.
        stages = [
            *table.door.onward(table.setup, base),
            *(_on_the_way(table) if block.table.get("step") == PITS else ()),
        ]
        compared = [(_denied(table, stage, block), stage) for stage in stages]
        denied, base = min(compared, key=lambda entry: _unlike(block, *entry))
        findings += refuted(table, Claim("position", block), denied, speaker)
    lay = laid_out(block, names, base)
    if troubles := unusable(block, table.setup, lay.position):
        return Answer(table.lost(), tuple(findings) or speaker.troubles(NotationError(*troubles)))
    before, reports = _followed(table, block, base, fresh)
    lay = replace(lay, reports=tuple(report for report, _ in reports))
    judgement = table.door.judge(table.setup, before, lay)
    if judgement.limit:
        finding = speaker.finding("undetermined", block.span, judgement.limit)
        return Answer(table.lost(), (*findings, finding), judgement=judgement)
    of_reports = tuple(breach for breach in judgement.breaches if breach.step)
    findings += refused(replace(judgement, breaches=of_reports), reports, speaker)
    if judgement.at is None:
        against = impossible(block, [breach for breach in judgement.breaches if not breach.step])
        found = tuple(findings) or tuple(map(speaker.trouble, against))
        return Answer(table.lost(), found, judgement=judgement)
    position = judgement.at.position
    turn_open = "turn" not in block.table and (base is None or table.standing.turn_open)
    if base is None:
        record = joined(position, turn_known=not turn_open)
        begun = Standing(position, turn_open=turn_open)
        begun = table.door.judge(table.setup, begun, record).outcomes[0].position
    else:
        begun = replace(table.standing.on(position), turn_open=turn_open)
    past = table.past if position == table.position else ()
    after = replace(table, standing=begun, past=past, stopped=None, refused=None, gap=None)
    if not any(line.kind == "hand" for line in statement.body):
        return Answer(after, tuple(findings), follow=True, judgement=judgement)
    from verifier.thunder_alley.lines.decks import block_hands

    after, of_hands, wrong = block_hands(after, statement, speaker.file)
    if judgement.legal and of_hands is not None:
        judgement = of_hands
    return Answer(after, (*findings, *wrong), follow=True, judgement=judgement)


def _followed(
    table: Table, block: Block, base: Position | None, fresh: bool
) -> tuple[Standing, tuple[Written, ...]]:
    """What is known of the race before a block, apart from `base` (whose facts the block carries over), and what the block
    reports of the time since."""
    if base is not None:
        return Standing(Position((), base.turn, lap=0, won_before=base.won_before)), ()
    known = table.latest
    if not fresh or known.position is EMPTY.position:
        return Standing(Position((), turn=0, lap=0)), ()
    reports = tuple(of_block(block, known.position)) if table.gap is not None else ()
    return Standing(known.position, since=known.since), reports


def _on_the_way(table: Table) -> Sequence[Position]:
    """The positions from the last pit stops to the current one. A block with `step pits` may show any of them."""
    last = table.past[-1] if table.past else None
    if last is None or last.after != table.position or not isinstance(last.effects, Told):
        return ()
    return last.effects.stages


def _denied(table: Table, base: Position, block: Block) -> list[Denied]:
    """What a block claims that is false in this position."""
    cars = [one for car in block.cars if base.car(car.number) is not None for one in car_denied(base, car)]
    misplaced = [one for one in cars if one.key == "space"]
    found = [*misplaced, *_missing(base, block), *_stacks(base, block)]
    found += [one for one in cars if one.key != "space"]
    return [*found, *_unmarked(base, block), *_table_denied(table, base, block)]


def _unlike(block: Block, denied: Sequence[Denied], base: Position) -> tuple[bool, int, int]:
    """How far a block is from a position: whether anything is wrong, how many cars stand elsewhere, how many claims are false."""
    spaces = {car.number: car.space for car in base.cars}
    elsewhere = sum(car.fields.get("space") not in (None, spaces.get(car.number, "")) for car in block.cars)
    return bool(denied), elsewhere, len(denied)


def _missing(base: Position, block: Block) -> Iterable[Denied]:
    """Racing cars that the block lacks, and cars of the block that were not in the position."""
    named = {car.number for car in block.cars}
    missing = [car for car in base.cars if car.status == RACING and car.number not in named]
    if missing:
        places = [f"{car.number} at `{car.space}`" if car.space else str(car.number) for car in missing]
        fact = f"cars are missing that race: {listed(places)}"
        if len(missing) == 1:
            where = f" at `{missing[0].space}`" if missing[0].space else ""
            fact = f"car {missing[0].number} is missing; it races{where}"
        yield Denied("missing", block.span, fact, missing[0].number)
    for written in block.cars:
        if base.car(written.number) is None:
            fact = f"car {written.number} was not on the table before"
            yield Denied("stranger", written.span, fact, written.number)


def _stacks(base: Position, block: Block) -> Iterable[Denied]:
    """Cars on one apron space are written bottom first; the first one at the wrong height."""
    below: dict[str, Car] = {}
    for written in block.cars:
        car = base.car(written.number)
        if car is None or not car.on_apron or car.space != written.fields.get("space"):
            continue
        lower = below.get(car.space or "")
        if lower is not None and lower.stack >= car.stack:
            fact = f"{car.number} lies below {lower.number}, not above it"
            yield Denied("stack", written.span, fact, car.number)
            return
        below[car.space or ""] = car


def _unmarked(base: Position, block: Block) -> Iterable[Denied]:
    """A Lap-down marker is on the track next to the car: a block without one claims that it is not there."""
    for written in block.cars:
        car = base.car(written.number)
        if car is not None and car.lap_down and car.status == RACING and not written.fields.get("lap_down"):
            yield Denied("lap_down", written.span, f"car {car.number} has a Lap-down marker", car.number)


def _table_denied(table: Table, base: Position, block: Block) -> Iterable[Denied]:
    for key, value in block.table.items():
        real: object = getattr(base, key)
        if key == "turn" and table.standing.turn_open and isinstance(value, int) and value >= base.turn:
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
            yield Denied(key, block.spans[key], fact)
