"""Questions about all positions under a ruleset, as `check` asks them, and their answers.

A game provides `Checks`. Every question has a bound. A question with a control counts only if the control finds the planted case
and finds nothing where nothing was planted. A witness is a record that both engine and spec have played.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from model.errors import ModelError
from model.values import replace, value
from verifier.rulesets.changes import OFF, Change, switched
from verifier.solving.session import GaveUpError

if TYPE_CHECKING:
    from model.datafiles import GameData
    from model.ruleset import Ruleset
    from verifier.rulesets.goals import Edges
    from verifier.sharing import Share

PROVED, FOUND, GAVE_UP, NOT_ASKED = "proved", "witness", "gave up", "not asked"
"""Outcomes of a question about all positions: it holds up to the bound; a position shows that it does not; a limit was hit;
positions cannot answer it (`rules` then names what its cases are about)."""

CONTROLS = "controls"

NARROWER, WIDER, DIFFERENT = WAYS = ("narrower", "wider", "different")
"""What a witness shows of the second of two rulesets: it forbids what the first allows, allows what it forbids, or leads
elsewhere."""


def way_of(first: bool, second: bool) -> str:
    """The way in which the second ruleset differs, by what is legal under each of them."""
    return DIFFERENT if first == second else NARROWER if first else WIDER


@value
class Checked:
    """One line of `check`: a question about all positions, and its answer.

    `about` is the part of the report it belongs to, `name` the question (a rule, a ruling, an invariant), `outcome` one of
    PROVED, FOUND, GAVE_UP, NOT_ASKED, `bound` the range of the search (`20 sectors, 21 cars, one step`). `fact` describes the
    result. `wanted` is the right outcome, if there is one. A witness is a record that was replayed through the engine. A
    `control` has a known answer, to show that the questions can be answered both ways.
    """

    about: str
    name: str
    outcome: str
    bound: str
    fact: str
    wanted: str = ""
    rules: tuple[str, ...] = ()
    witness: tuple[str, ...] = ()
    picture: str = ""
    control: bool = False

    @property
    def as_wanted(self) -> bool:
        """Whether the outcome is as it should be, or a limit was hit."""
        return not self.wanted or self.outcome in (self.wanted, GAVE_UP)


@value
class Found:
    """The result of a search, in words (`fact`), and the rules that it names, if any."""

    fact: str
    rules: tuple[str, ...] = ()


@value
class Question:
    """A question and its bound, ready for an answer; see `Checked`."""

    about: str
    name: str
    bound: str
    wanted: str = ""
    rules: tuple[str, ...] = ()
    control: bool = False

    def answer(
        self, outcome: str, fact: str = "", witness: tuple[str, ...] = (), picture: str = ""
    ) -> Checked:
        """The answer with this outcome."""
        own = self.about, self.name, outcome, self.bound, fact, self.wanted, self.rules
        return Checked(*own, witness, picture, self.control)

    def gave_up(self, limit: str) -> Checked:
        """The answer of a search that ended at a limit."""
        return self.answer(GAVE_UP, f"limit: {limit}")

    def ask(self, find: Callable[[], Found | None], proof: str = "") -> Checked:
        """The answer of a search. If it finds None, the question is proved, and `proof` is the fact."""
        try:
            found = find()
        except GaveUpError as error:
            return self.gave_up(error.limit)
        if found is None:
            return self.answer(PROVED, proof)
        return replace(self.answer(FOUND, found.fact), rules=found.rules or self.rules)


@value
class Witness:
    """A position and a decision for which rulesets give different results: two, or four that differ by two changes (itself, with
    each, with both). Both judges have played it under all of them.

    `record` has it under the first of the `rulesets`. `results` are the engine's answers under each, in words; `size` is that of
    the position (`2 cars, 1 MP`), `picture` shows it.
    """

    rulesets: "tuple[Ruleset, ...]"
    record: tuple[str, ...]
    results: tuple[str, ...]
    size: str = ""
    picture: str = ""


@value
class Looked:
    """The result of a search for a witness of a change.

    `bound` is the range of the search. `asked`: something within it depends on what is changed. If a `limit` was hit, there may
    be a smaller witness; if none was found, there may still be one. `cars` is the number of cars of the witness, or without one
    the most that the search tried; 0 if that does not depend on the question. `unasked` is the reason why nothing was
    asked, if it is known.
    """

    bound: str
    asked: bool
    witness: Witness | None = None
    limit: str = ""
    cars: int = 0
    unasked: str = ""

    def answer(
        self,
        about: str,
        name: str,
        fact: Callable[[Witness], str],
        unasked: str,
    ) -> Checked:
        """The answer to the question whether the change matters. `fact` describes a witness; `unasked` is the fact if nothing
        depends on the change."""
        question = Question(about, name, self.bound)
        if self.witness is not None:
            return question.answer(FOUND, fact(self.witness), self.witness.record, self.witness.picture)
        if self.limit:
            return question.gave_up(self.limit)
        return question.answer(PROVED, "no difference") if self.asked else question.answer(NOT_ASKED, unasked)


def with_options(
    data: "GameData", ruleset: "Ruleset", change: Change, find: "Callable[[Ruleset], Looked]"
) -> Looked:
    """What `find` finds in a ruleset, and if nothing there depends on the change, with another optional rule in force."""
    looked = find(ruleset)
    for option in switched(data, ruleset) if not looked.asked else ():
        if option.value == OFF or option.name == change.name:
            continue
        try:
            base = option.applied(ruleset)
        except ModelError:
            continue  # it conflicts with another option
        more = find(base)
        if more.asked:
            return more
    return looked


def first_witness(searches: Iterable[Looked]) -> Looked:
    """The first of several searches that has a witness; the later ones are not run. Without one: what those that had anything to
    ask have shown together. With either the first limit that was hit."""
    done = []
    for one in searches:
        done.append(one)
        if one.witness is not None:
            break
    limit = next((one.limit for one in done if one.limit), "")
    if done and done[-1].witness is not None:
        return replace(done[-1], limit=limit)
    asked = [one for one in done if one.asked]
    bounds = dict.fromkeys(one.bound for one in asked or done if one.bound)
    return Looked("; ".join(bounds), bool(asked), limit=limit)


@value
class Pair:
    """The answer about two readings (`bump-split = may-split`) or two rules. `bound` is the range of the search, `limit` the one
    that was hit. A `witness` of two readings has results under four rulesets, one of two rules a single result. `fact` explains
    the outcome, in the `part` of the questions that gave it."""

    first: str
    second: str
    outcome: str
    bound: str = ""
    limit: str = ""
    witness: Witness | None = None
    fact: str = ""
    part: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """The rulings or rules."""
        return self.first.partition(" = ")[0], self.second.partition(" = ")[0]


@value
class PairPart:
    """The pairs of one kind of decision. `may_meet` has the changes or rules at which it may look together, and perhaps others;
    `find` answers about those at which it does."""

    may_meet: "Callable[[Ruleset], Iterable[tuple[Change, Change]] | Iterable[tuple[str, str]]]"
    find: "Callable[[Ruleset], Iterator[Pair]]"


@value
class Pairs:
    """Questions about pairs by kinds of decisions, and their controls."""

    parts: Mapping[str, PairPart]
    controls: "Callable[[], Iterable[Checked]]"


class Finder(Protocol):
    """Looks for the smallest witness of a change of one ruleset, of one of these ways. What several searches need is computed
    once."""

    def __call__(self, change: Change, ways: Sequence[str] = ..., /) -> Looked: ...


@value
class Checks:
    """The questions of a game about all positions.

    `parts` are named groups of questions under a ruleset, in the order of the report. `rule` asks whether one rule ever
    decides; it has only controls to say about a rule that forbids nothing. `finder` gives the search for a single change of a
    ruleset, which processes may share: a reading, a number, an option, or a rule left out that the ruleset can do without;
    `controls` are its controls.
    `reader` gives that for another reading, perhaps with further options in force. `pairs` and `rule_pairs` ask about two
    readings and about two rules, by kinds of decisions; `edges` is where edge cases are looked for.
    """

    parts: "Mapping[str, Callable[[Ruleset], Iterable[Checked]]]"
    rule: "Callable[[Ruleset, str], Iterable[Checked]]"
    finder: "Callable[[Ruleset, Share], Finder]"
    reader: "Callable[[Ruleset], Callable[[Change], Looked]]"
    controls: "Callable[[Ruleset], Iterable[Checked]]"
    pairs: Pairs
    rule_pairs: Pairs
    edges: "Edges"


UNCONTROLLED = "this leaves its part uncontrolled"


def control(
    name: str,
    bound: str,
    find: Callable[[], Found | None],
    wanted: str = FOUND,
    rules: tuple[str, ...] = (),
) -> Checked:
    """The answer to a question with a known answer: something planted must be found, or it is proved that there is nothing."""
    proof = "what was planted was not found" if wanted == FOUND else "nothing is found"
    return Question(CONTROLS, name, bound, wanted, rules, control=True).ask(find, proof)


def failing(controls: Iterable[Checked]) -> list[str]:
    """The names of the controls that fail."""
    return [one.name for one in controls if one.outcome != one.wanted]


def guarded(questions: Iterable[Checked], controls: Iterable[Checked]) -> Iterator[Checked]:
    """The answers of a part and its controls. Each is worked out on demand, the controls first. If a control fails or hits a
    limit, only that is reported."""
    known = []
    for one in controls:
        if one.outcome != one.wanted:
            yield replace(one, fact=f"{one.fact}: {UNCONTROLLED}")
            return
        known.append(one)
    yield from questions
    yield from known
