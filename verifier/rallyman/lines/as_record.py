"""The last turn of a table as a test record that expects its outcome."""

from model.rallyman.facts import DATA
from model.rallyman.position import Car
from verifier.judging import rules_of
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.fields import car_text
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.write import driver_text, line_text
from verifier.rulesets.changes import rule_lines


def record_text(table: Table) -> str:
    """The record; empty if no turn was judged, or if it was not the driver's turn."""
    last, refused, before = table.last, table.refused, table.before
    played = table.turns.get(last.driver) if last is not None else None
    turn = refused.turn if refused is not None else played[1] if played is not None else None
    if turn is None or before is None or table.setup is None or turn.driver != before.next:
        return ""
    lines = ["game rallyman", 'title "what this record shows"']
    if refused is not None:
        first = refused.breaches[0]
        at = f" step {first.step}" if first.step else ""
        lines += [f"shows {first.rule}", f"expect illegal {first.rule}{at}"]
        line = line_text(turn, turn.round or before.turn)
    else:
        assert last is not None and table.position is not None
        rules = rules_of(table.effects)
        lines += [f"shows {' '.join(rules)}"] if rules else []
        car = table.position.car(turn.driver)
        stands = car_text(car, Car(turn.driver)).removeprefix(driver_text(turn.driver)).strip()
        loss = f" loss={last.loss}" if last.loss else ""
        line = f"{line_text(turn, before.turn, last.card)} > {stands}{loss}"
    lines += [*rule_lines(DATA, table.ruleset), *(table.stage_lines or (f"stage {table.setup.stage.id}",))]
    zones = table.setup.stage.zones
    surfaces = (f"{zone.name}={table.setup.surfaces.get(zone.name, zone.surface)}" for zone in zones)
    lines.append(f"weather {' '.join(surfaces)}")
    for one in table.setup.drivers:
        usual = car_text(one.car, Car(one.name)).split()[1:]
        lines.append(" ".join([f"driver {driver_text(one.name)}", *(word for word in usual if "=" in word)]))
    block = [f"  {line}" for line in block_lines(table.setup, before)]
    return "\n".join([*lines, "position", *block, "end", line]) + "\n"
