"""A step forward: alone, pushing (TA-6.8), or with a line (TA-6.4.1, TA-6.5, TA-6.9)."""

from verifier.solving.circuit import FALSE, Bit, put
from verifier.thunder_alley.spec.costs import forward_costs, push_price
from verifier.thunder_alley.spec.decisions import LINE, OWN, PUSHED, Choices
from verifier.thunder_alley.spec.linking import follow, line_behind
from verifier.thunder_alley.spec.play import DRAFT, PURSUIT, Act, Lane, Play, Rule, Shift, State, shifts_of
from verifier.thunder_alley.spec.rows import lane_rules, row_of


def forward(play: Play, state: State, choices: Choices, when: Bit) -> Act:
    """Move the active car one sector forward where `when` holds."""
    circuit, track = play.circuit, play.track
    act = Act()
    role = LINE if play.line else OWN
    seeds: dict[int, Bit] = {}
    nowhere = FALSE
    for space, bit in state.at.items():
        options = track.ahead[space]
        here = circuit.both(bit, when)
        if not options:
            nowhere = circuit.either(nowhere, here)
        for option, chosen in choices.ways(role, space, options):
            going = circuit.both(here, chosen)
            if going == FALSE:
                continue
            put(circuit, act.target, option, going)
            put(circuit, seeds, option, circuit.both(going, state.others.get(option, FALSE)))
            act.shifts.append(Shift(space, option, going, "TA-6.1-directions", active=True))
            if len(options) > 1:
                act.lanes.append((role, space, option, going))
    occupied = circuit.any(seeds.values())
    if not play.line and play.cannot_pay(push_price(play)):
        seeds = {}
    for space, bit in state.members.items():
        # A finished car leaves a gap in the line but does not break it (`finish-removed-space`).
        put(circuit, seeds, space, circuit.both(bit, when))
    followers = _take_line_along(play, state, choices, when, act)
    row = row_of(play, state, choices, seeds, LINE if play.line else PUSHED, followers)
    if play.may_close:
        # The first car of the row may itself be linked behind.
        round_about = (circuit.both(bit, followers.get(space, FALSE)) for space, bit in seeds.items())
        row.closed = circuit.any([row.closed, *round_about])
    act.pushed = row.moves
    act.displaced = occupied
    act.lanes += row.lanes
    if play.line:
        why = "TA-6.5-push-only" if play.movement == PURSUIT else "TA-6.4.1-line-moves"
        act.shifts += shifts_of(row.moves, why)
    else:
        first = {way: bit for way, bit in row.moves.items() if way[0] in seeds}
        act.shifts += shifts_of(first, "TA-6.8")
        act.shifts += shifts_of(
            {way: bit for way, bit in row.moves.items() if way not in first}, "TA-6.8-cascade"
        )
    act.costs = forward_costs(play, when, occupied)
    act.rules += [
        Rule("TA-6.1-directions", -nowhere, "no space is ahead of {start}", undrawn=True),
        *_row_rules(play, row.closed, row.off),
        *_line_rules(play, state, act.lanes),
        *lane_rules(play, state, row.lanes),
    ]
    if play.text == "outside-line" and play.reads("outside-line-forward", "outward-only"):
        act.barred.append(Rule("TA-RC-outside-line", -when, "the card allows outward steps only"))
    return act


def _row_rules(play: Play, closed: Bit, off: Bit) -> list[Rule]:
    if play.line:
        return [
            Rule("TA-6.4", -closed, "the line that {car} moves meets its own tail"),
            Rule("TA-6.4.1-line-moves", -off, "a car of the line has no space ahead", undrawn=True),
        ]
    return [
        Rule("TA-6.8-cascade", -closed, "the row pushed from {target} meets {car} again"),
        Rule("TA-6.8", -off, "a pushed car has no space ahead", undrawn=True),
    ]


def _line_rules(play: Play, state: State, lanes: list[Lane]) -> list[Rule]:
    """The whole line takes one lane (TA-6.9.1 into a corner, TA-6.9.2 out of it); line cards name it."""
    circuit, track = play.circuit, play.track
    rules = []
    for role, space, target, going in lanes:
        options = track.ahead[space]
        if role == LINE:
            other = circuit.any(
                state.taken.get((space, option), FALSE) for option in options if option != target
            )
            split = -circuit.both(going, other)
            fact = f"the line took another lane from `{track.spaces[space]}` before than to `{track.spaces[target]}`"
            if play.narrows(space):
                rules.append(Rule("TA-6.9.1", split, fact))
            else:
                rules.append(Rule("TA-6.9.2", split, fact))
        if role in (LINE, OWN) and play.text == "outside-line" and target != options[-1]:
            rules.append(
                Rule(
                    "TA-RC-outside-line",
                    -going,
                    f"from `{track.spaces[space]}` the card demands the outer lane, to `{track.spaces[options[-1]]}`",
                )
            )
        if role in (LINE, OWN) and play.text == "inside-line" and target != options[0]:
            rules.append(
                Rule(
                    "TA-RC-inside-line",
                    -going,
                    f"from `{track.spaces[space]}` the card demands the inner lane, to `{track.spaces[options[0]]}`",
                )
            )
    return rules


def _take_line_along(play: Play, state: State, choices: Choices, when: Bit, act: Act) -> dict[int, Bit]:
    """Move the cars linked behind and return them: the followers of Lead, and cars linked behind with Draft. A Draft car without
    links forms new ones."""
    circuit = play.circuit
    if not play.follows:
        return {}
    followers, path = dict(state.followers), dict(state.path)
    if play.movement == DRAFT:
        fresh = circuit.both(when, -circuit.any(state.followers.values()))
        if play.reads("draft-converge-side-car", "not-linked"):
            fresh = circuit.both(fresh, state.aside)
        act.joined, act.ways, lanes = line_behind(play, state, choices, fresh)
        act.lanes += lanes
        for space, bit in act.joined.items():
            put(circuit, followers, space, bit)
        for edge, bit in act.ways.items():
            put(circuit, path, edge, bit)
        act.rules += _rear_rules(play, lanes)
    act.shifts += follow(play, when, followers, path)
    return followers


def _rear_rules(play: Play, lanes: list[Lane]) -> list[Rule]:
    """Under `line-card-rear-choice` the card's lane also decides which cars behind are linked."""
    if not play.reads("line-card-rear-choice", "yes"):
        return []
    rules = []
    for _, space, option, counts in lanes:
        behind = play.track.behind[space]
        if play.text == "outside-line" and option != behind[-1]:
            rules.append(Rule("TA-RC-outside-line", -counts, "the line behind is the outer lane"))
        if play.text == "inside-line" and option != behind[0]:
            rules.append(Rule("TA-RC-inside-line", -counts, "the line behind is the inner lane"))
    return rules


def go_on(play: Play, state: State, choices: Choices, when: Bit) -> Act:
    """The line goes on without its active car, which has finished (`finish-mid-draft: line-goes-on`): the first follower leads
    the others and pushes the cars ahead (note `line-goes-on-gap`). If no car is linked behind, the movement ends."""
    circuit = play.circuit
    act = Act()
    seeds: dict[int, Bit] = {}
    for space, bit in state.members.items():
        put(circuit, seeds, space, circuit.both(bit, when))
    for space, bit in state.followers.items():
        led = circuit.any(edge for (start, _), edge in state.path.items() if start == space)
        put(circuit, seeds, space, circuit.all((bit, -led, when)))
    row = row_of(play, state, choices, seeds, LINE)
    act.lanes = list(row.lanes)
    act.pushed = row.moves
    act.shifts = shifts_of(row.moves, "TA-6.4.1-line-moves")
    act.shifts += follow(play, when, state.followers, state.path)
    act.costs = [(1, when)]
    led = circuit.any(state.followers.values())
    act.rules = [
        Rule("TA-10.1", circuit.implies(when, led), "{car} has finished and no car is linked behind it"),
        *_row_rules(play, row.closed, row.off),
        *_line_rules(play, state, act.lanes),
    ]
    return act
