"""The order in which rulings are used: path by path, as the record is replayed."""

from pathlib import Path

from grammar.parser import parse
from model.asked import recording
from model.values import replace
from verifier.game import Where
from verifier.records import replay
from verifier.records.heading import Overrides, read_heading
from verifier.records.stepping import Stepper

RECORD = """game thunder-alley
format 1
track
  sectors 1-12 a b c
  sectors 13-16 a b
  sectors 17-24 a b c
  ahead 12a 13a
  ahead 12b 13a 13b
  ahead 12c 13b
  ahead 16a 17a 17b
  ahead 16b 17b 17c
end
position
  43 Yellow 15a
  28 Black 16b
  15 Blue 15b
  22 Green 16a
end
43 Rubbin' is Racin': f f/9 f/1 left
"""


def test_what_is_claimed_of_a_step_is_asked_before_the_next_way_is_taken() -> None:
    record = parse(RECORD, "<text>").records[0]
    game = replay.find_game("thunder-alley")
    heading = read_heading(record, game.data, Path(), Overrides())
    ruleset, asked, _ = recording(heading.ruleset)
    steps = Stepper(record, game, replace(heading, ruleset=ruleset), Where("<text>", Path()), ()).steps()
    assert [finding.rules[0] for step in steps for finding in step.findings] == ["TA-6.1-cost"]
    assert list(asked.asked) == ["rubbin-displacement-cost", "draft-converge-side-car", "lapped-trigger"]
