"""The size of hands in the log of cards."""

from dataclasses import replace

from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Setup, Team
from verifier.thunder_alley.engine.decks_log import first_decks

TEAMS = (Team("Red", "Ana", (29, 25, 41)), Team("Blue", None, (15, 4, 9)))


def test_a_full_hand_goes_by_the_number_of_teams_or_the_option() -> None:
    ruleset = default_ruleset(DATA)
    two = Setup(None, ruleset, TEAMS)
    assert not first_decks(two).dealing.teams  # a problem with three cars per team has no hands
    unnamed = first_decks(replace(two, teams=(Team("Red", None, ()), Team("Blue", None, ()))))
    assert unnamed.dealing.hand_size == 7
    option = replace(ruleset, options={"cars-per-team": 5})
    chosen = first_decks(replace(two, ruleset=option))
    assert chosen.dealing.hand_size == 6
    assert not first_decks(Setup(None, ruleset)).dealing.teams
