"""Witnesses are confirmed outside the solver; a query is validated by its controls."""

from verifier.solving.circuit import TRUE, Bit, Circuit
from verifier.solving.session import Session
from verifier.solving.witness import Search, find_witness


def search(count: int, wanted: int | None, rounds: int = 200) -> Search[int]:
    """Looks for a number of `count` bits by proposing all of them in turn."""
    circuit = Circuit()
    bits = [circuit.variable(f"b{place}") for place in range(count)]
    session = Session(circuit, [TRUE], more=bits)

    def decode(true: list[Bit]) -> int:
        return sum(1 << place for place, bit in enumerate(bits) if bit in true)

    return find_witness(session, bits, decode, lambda number: number == wanted, rounds)


def test_a_refuted_candidate_is_not_shown() -> None:
    found = search(3, wanted=5)
    assert found.witness == 5
    assert 5 not in found.refuted and len(set(found.refuted)) == len(found.refuted)


def test_none_is_proved() -> None:
    assert search(3, wanted=None) == Search(None, search(3, wanted=None).refuted, complete=True)
    assert sorted(search(3, wanted=None).refuted) == list(range(8))


def test_rounds_used_up_are_no_proof() -> None:
    assert not search(3, wanted=None, rounds=4).complete
