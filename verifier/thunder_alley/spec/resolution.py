"""TA-8: the resolution of one event: the choices made, the claims about its result, and the free position after it."""

from collections.abc import Iterable, Mapping, Sequence

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.position import Car, Position, Setup
from model.values import value
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.questions import Question
from verifier.thunder_alley.spec.after import UNCHANGED, CarAfter, table_after
from verifier.thunder_alley.spec.events_bar import bar, state_tie, teams_in_race
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.said import Change, Said


@value
class EventChoices:
    """Choices of players and the Team Bar for an event, as far as noted.

    `bar`: colours read off the card, from the left; None if not noted. `named`: cars that their owners chose to be hit.
    `originator`: the first car of a Collision.
    """

    bar: tuple[str, ...] | None = None
    named: tuple[int, ...] = ()
    originator: int | None = None


@value
class EventClaim:
    """Claims about the result of an event; None: no claim.

    `affected`: the cars whose markers, space or part in the race changed, and no others. `out`: cars out of the race with
    their places, and no others. `cars`: cars as they stand afterwards. `places`: the places in which Rain ends the race.
    """

    flag: str | None = None
    affected: tuple[int, ...] | None = None
    out: tuple[tuple[int, int], ...] | None = None
    cars: tuple[Said, ...] = ()
    places: tuple[tuple[int, int], ...] | None = None


@value
class EventOutcome:
    """The position after an event, including its flag. `hit` are the cars that it struck, `rear` those that must restart at
    the rear. `by_bar`: a Team Bar decided between teams."""

    position: Position
    hit: tuple[int, ...] = ()
    rear: tuple[int, ...] = ()
    by_bar: bool = False


class Resolution:
    """One event on one position, as a question: which cars are hit, and what happens to them.

    An event lays out what it could bring (`lay`) and demands which cars are `hit`. In `retires` and `spots` it states other
    effects: the bit under which a car retires, and a constraint on where it stands (unchanged unless given). `found` are the
    cars that an event finds where it may find one and leave it as it is. `by_bar`: a Team Bar decides between teams.
    """

    def __init__(
        self,
        setup: Setup,
        position: Position,
        event: str,
        rule: str,
        choices: EventChoices,
        claim: EventClaim,
    ) -> None:
        self.setup, self.position, self.card, self.rule = setup, position, EVENTS[event], rule
        self.choices, self.claim = choices, claim
        self.question = Question(rule)
        self.circuit = self.question.circuit
        self.readings = setup.ruleset.readings
        self.cars = racing(position)
        self.after: dict[int, CarAfter] = {}
        self.hit: dict[int, Bit] = {}
        self.retires: dict[int, Bit] = {}
        self.spots: dict[int, Bit] = {}
        self.found: dict[int, Bit] = {}
        self.bar = bar(self.question, teams_in_race(setup, position), choices.bar)
        self.by_bar = False

    def lay(
        self,
        changes: Mapping[int, Sequence[Change]] | Sequence[Change] = (),
        spaces: Mapping[int, Sequence[str]] | None = None,
        back: int = 0,
        *,
        moving_hits: bool = True,
    ) -> None:
        """Lay out the position after the event: possible changes, and the spaces that cars could reach, crossing the line back
        at most `back` times. `moving_hits`: a car that moves counts as hit."""
        if not isinstance(changes, Mapping):
            changes = {car.number: changes for car in self.cars}
        told = {
            number: [(f"-{one}",) for one in self._wear(number)] or [("+black",)]
            for number in self.claim.affected or ()
        }
        possible = {
            car.number: [
                one
                for one in (*changes.get(car.number, ()), *told.get(car.number, ()))
                if all(lost[1:] in car.wear for lost in one if lost.startswith("-"))
            ]
            for car in self.cars
        }
        places = [*self.position.places_left, *(place for _, place in self.claim.out or ())]
        self.after = table_after(
            self.question,
            self.position,
            self.claim.cars,
            spaces=spaces,
            back=back,
            changes=possible,
            places=places,
        )
        for number, car in self.after.items():
            same = self.circuit.all(
                [car.change.is_(UNCHANGED), -car.out, *([car.stays] if moving_hits else [])]
            )
            self.hit[number] = -same

    def _wear(self, number: int) -> Iterable[str]:
        car = self.position.car(number)
        return () if car is None else dict.fromkeys(car.wear)

    def demand(self, bit: Bit) -> None:
        """Add a demand of the event's own text."""
        self.question.rule(self.rule, bit)

    def nobody(self, rule: str) -> None:
        """No car is hit."""
        for bit in self.hit.values():
            self.question.rule(rule, -bit)

    def effect(self, number: int, changes: Iterable[Change]) -> None:
        """A car that is hit has one of these changes of markers."""
        self.demand(self.circuit.implies(self.hit[number], self.after[number].change.among(changes)))

    def one_of(self, able: Sequence[Car]) -> None:
        """Exactly one of these cars is hit, by Team Bar and owner (TA-4.4). If the list is empty, no car is hit (TA-8.1)."""
        if not able:
            self.nobody("TA-8.1")
            return
        numbers = [car.number for car in able]
        self.demand(self.circuit.exactly_one([self.hit[number] for number in numbers]))
        for number, bit in self.hit.items():
            if number not in numbers:
                self.demand(-bit)
        self.tie({number: self.hit[number] for number in numbers})

    def tie(self, hit: Mapping[int, Bit]) -> None:
        """Of these cars, which qualify equally, only those of the team that the Team Bar names may be hit (TA-4.4)."""
        self.by_bar = self.by_bar or len({car.team for car in self.cars if car.number in hit}) > 1
        state_tie(self.question, self.setup, self.position, self.bar, hit)

    def most(self, *colours: str) -> list[Car]:
        """The cars with the most markers of these colours; empty if no car has any."""
        counts = {car.number: sum(car.wear.count(colour) for colour in colours) for car in self.cars}
        highest = max(counts.values(), default=0)
        return [car for car in self.cars if highest and counts[car.number] == highest]

    def state_choices(self) -> None:
        """Claim the choices that players made."""
        for number in self.choices.named:
            self.question.claim((self.found or self.hit).get(number, FALSE))

    def state_claims(self) -> None:
        """Claim the stated results of the event."""
        question, claim = self.question, self.claim
        if claim.affected is not None:
            for number, bit in self.hit.items():
                question.claim(bit if number in claim.affected else -bit, stage=1)
        if claim.out is not None:
            places = dict(claim.out)
            for number, car in self.after.items():
                question.claim(car.place.is_(places.get(number)), stage=1)
        for said in claim.cars:
            after = self.after.get(said.number)
            question.claim(FALSE if after is None else after.claims(said), stage=1)
