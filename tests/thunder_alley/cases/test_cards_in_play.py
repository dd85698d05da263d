"""What no test record can express: the movement of a card on the track and out of the pits, and the marker it gives at the end,
when the move stops in the middle. A record gives the MPs before the first step, and both judges compute them."""

import pytest

from model.thunder_alley.cards import CARDS, card_by_name
from tests.thunder_alley.lines.play import judged_by_both, last
from verifier.findings import ILLEGAL, LEGAL
from verifier.records.replay import verify

PLAYED = {
    "Charge": ("solo", "black"),
    "Chasing the Race": ("draft", "blue"),
    "Dirty Air": ("solo", "green"),
    "Fast Pace": ("pursuit", "black"),
    "Floor It": ("solo", "orange"),
    "Follow the Leader": ("lead", "orange"),
    "Inside Line": ("draft", "black"),
    "Making a Move": ("lead", "green"),
    "Out in Front": ("lead", "black"),
    "Outside Line": ("draft", "black"),
    "Oversteer": ("pursuit", "blue"),
    "Riding the Draft": ("draft", None),
    "Rubbin' is Racin'": ("draft", None),
    "Set the Pace": ("lead", "lavender"),
    "Slingshot": ("lead", "black"),
    "Staying with the Pack": ("pursuit", "green"),
    "Teamwork": ("draft", None),
    "Top Gear": ("solo", "lavender"),
    "Understeer": ("pursuit", "blue"),
    "Watch the Gauge": ("draft", "green"),
    "Working the Pack": ("solo", None),
}
"""Card -> the movement, and the marker that the car gains at the end of the activation."""


def stopped(card: str, space: str, left: int) -> str:
    """A record in which a car plays a card and stops before its first step."""
    return f"""game thunder-alley
track
  sectors 1-20 a b c
end
position
  15 Blue {space}
end
15 {card}: left {left}
"""


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("space", ["3b", "3p"])
def test_a_card_in_play(name: str, space: str) -> None:
    card = CARDS[card_by_name(name) or ""]
    from_pits = space.endswith("p")
    speed = card.pit_speed if from_pits else card.speed
    assert judged_by_both(stopped(name, space, speed)) == (LEGAL, "")
    wrong = judged_by_both(stopped(name, space, speed + 1))
    assert wrong == (ILLEGAL, "TA-9.4" if from_pits else "TA-7.4")
    [report] = verify(stopped(name, space, speed))
    outcome = last(report.table)
    assert outcome.pit_exit == from_pits
    assert (outcome.movement, outcome.wear) == (("solo", None) if from_pits else PLAYED[name])
