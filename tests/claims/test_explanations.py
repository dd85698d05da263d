"""What the second judge says of illegal claims: exactly the rules that a player would cite, in sentences that are kept."""

import json
from itertools import chain
from pathlib import Path

import pytest

from tests.claims.test_verdicts import ASIDE, OPEN
from tests.record_goldens import explanation, explanation_of
from verifier.cli import main


def cited(claim: Path, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The rules of an explanation, if the second judge gives it."""
    assert main(["explain", str(claim), "--format", "json"]) == 1
    solver = json.loads(capsys.readouterr().out)["solver"]
    if solver is None:
        return set()
    return {
        said["rule"] for said in (*solver["alone"], *(one for core in solver["together"] for one in core))
    }


def expected(claim: Path) -> set[str]:
    """The rules that the claim is said to break."""
    [line] = [line for line in claim.read_text(encoding="utf-8").splitlines() if line.startswith("expect")]
    return set(line.split()[2:])


@pytest.mark.parametrize("claim", OPEN, ids=lambda claim: claim.stem)
def test_the_rules_are_those_that_a_player_would_cite(
    claim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cited(claim, capsys) == expected(claim)


@pytest.mark.parametrize("name", ASIDE)
def test_so_it_is_for_claims_that_were_set_aside(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    right = [cited(claim, capsys) == expected(claim) for claim in ASIDE[name]]
    assert sum(right) >= 0.95 * len(right)


@pytest.mark.parametrize(
    "claim", [*OPEN, *chain(*ASIDE.values())], ids=lambda claim: f"{claim.parent.name}/{claim.stem}"
)
def test_the_sentences_are_the_golden_ones(claim: Path) -> None:
    assert explanation(claim) == explanation_of(claim).read_text(encoding="utf-8")
