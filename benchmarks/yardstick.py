"""Compares Z3 with clingo (extra `bench`) on the same question over the same circuit.

The question: the legal sequences of steps of one activation, up to `MOST`, and a single one. Clingo gets the circuit as
ground rules, Z3 as clauses. Neither time includes building the circuit.
"""

import statistics
import time
from collections.abc import Iterable, Sequence
from itertools import islice

import clingo

from model.thunder_alley.cards import CARDS
from model.thunder_alley.position import Position, Setup
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.enumerate import answers
from verifier.solving.session import Session
from verifier.thunder_alley.spec.decisions import FreeChoices, Lanes
from verifier.thunder_alley.spec.segment import Table, first_movement, slots, speed, unroll

MOST = 300
"""The most sequences of steps that are listed."""

Question = tuple[Circuit, list[Bit], list[Bit]]
"""A circuit, the bits that must hold, and the variables that distinguish answers."""


def every_row_of_steps(setup: Setup, position: Position, number: int, card_id: str) -> Question:
    """The legal sequences of steps of a car with a card."""
    car, card = position.car(number), CARDS[card_id]
    assert car is not None and setup.track is not None
    circuit = Circuit()
    movement = first_movement(
        Table(setup, position, setup.track, circuit), car, card, speed(setup, car, card)
    )
    lanes, made = Lanes(circuit, "free"), list[FreeChoices]()

    def choices(place: int, kinds: tuple[str, ...]) -> FreeChoices:
        made.append(FreeChoices(circuit, lanes, place + 1, kinds, "free"))
        return made[-1]

    facts = unroll(movement, choices, slots(movement.play))
    facts += [rule.bit for rule in movement.end()]
    facts += [one.allowed for one in made]
    return circuit, facts, [bit for bit in circuit.cone(facts) if circuit.nodes[bit].kind == "var"]


def by_z3(question: Question, most: int) -> int:
    """The number of answers that Z3 finds, at most `most`."""
    circuit, facts, shown = question
    return sum(1 for _ in islice(answers(Session(circuit, facts), shown), most))


def by_clingo(question: Question, most: int) -> int:
    """The number of answers that clingo finds, at most `most`."""
    circuit, facts, shown = question
    control = clingo.Control([str(most), "--project"])
    with control.backend() as backend:
        atoms = {node: backend.add_atom() for node in circuit.cone(facts)}
        atoms[TRUE] = backend.add_atom()
        backend.add_rule([atoms[TRUE]])

        def literals(bits: Iterable[Bit]) -> Sequence[int]:
            return [atoms[bit] if bit > 0 else -atoms[-bit] for bit in bits]

        for node in circuit.cone(facts):
            kind, parts, _ = circuit.nodes[node]
            if kind == "var":
                backend.add_rule([atoms[node]], choice=True)
            elif kind == "and":
                backend.add_rule([atoms[node]], literals(parts))
            elif kind == "ite":
                test, then, other = parts
                backend.add_rule([atoms[node]], literals((test, then)))
                backend.add_rule([atoms[node]], literals((-test, other)))
        for bit in facts:
            backend.add_rule([], literals([-bit]) if bit != FALSE else [])
        backend.add_project([atoms[bit] for bit in shown])
    found = 0
    with control.solve(yield_=True) as models:
        for _ in models:
            found += 1
    return found


def compare(tables: Iterable[tuple[Setup, Position, int]], card: str) -> None:
    """Prints one line for many answers and one for a single answer."""
    questions = [every_row_of_steps(*one, card) for one in tables]
    for name, most in ((f"legal rows of steps, up to {MOST}", MOST), ("one legal row of steps", 1)):
        times: dict[str, list[float]] = {"z3": [], "clingo": []}
        counts = []
        for question in questions:
            found = []
            for solver, ask in (("z3", by_z3), ("clingo", by_clingo)):
                began = time.process_time()
                found.append(ask(question, most))
                times[solver].append((time.process_time() - began) * 1000)
            assert len(set(found)) == 1, found
            counts.append(found[0])
        ours, theirs = (statistics.median(one) for one in times.values())
        print(
            f"  {name}, {statistics.median(counts):.0f} answers: Z3 {ours:.1f} ms, clingo {theirs:.1f} ms"
            f" = {ours / theirs:.1f}x"
        )
