"""A second bookkeeper of a race: from the lines of a record and the places of its cars after each of them, it works out who
leads, markers of every kind, laps, places and points with independent arithmetic, and reports where the position differs.

It takes only the places of the cars from the positions; it never calls the engine, and imports only facts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from model.thunder_alley.position import OUT, Position, Setup
from tests.thunder_alley.race import events_book, points_book
from tests.thunder_alley.race.standing_book import FULL, PLAIN_LAPPING, Sheet, Standing

CARD_WEAR = {
    "blue": ("Chasing the Race", "Oversteer", "Understeer"),
    "green": ("Making a Move", "Watch the Gauge", "Staying with the Pack", "Dirty Air"),
    "lavender": ("Set the Pace", "Top Gear"),
    "orange": ("Follow the Leader", "Floor It"),
    "black": ("Fast Pace", "Charge", "Slingshot", "Out in Front", "Outside Line", "Inside Line"),
    "": ("Rubbin' is Racin'", "Teamwork", "Riding the Draft", "Clean Air", "Working the Pack"),
}
WEAR_OF = {card: colour for colour, cards in CARD_WEAR.items() for card in cards}
TEMPORARY = ("black", "green", "blue", "gray")
PLAIN_RESTART = {
    "restart-fill-holes": "lane-first-then-compact",
    "running-order-lane": "inside-first",
    "restart-over-line": "follows-position",
    "backward-over-line": "crossing-undone",
    "saved-car-lap-count": "rejoins-lead-lap",
}
"""The readings under which the running order after a restart is the order of its rows."""


class Book(Standing):
    """The books of one race; `line` takes its lines in order."""

    def __init__(self, setup: Setup, grid: Position) -> None:
        super().__init__(setup)
        self.seats = [team.colour for team in setup.teams]
        self.stage = "action"
        self.moved_in_turn: Counter[int] = Counter()
        self.carrier: int | None = None
        self.marked: set[int] = set()
        self.follow(grid)
        pole = next(car for car in self.cars.values() if car.space == self.track.grid[0])
        self.first = pole.team
        self.next: str | None = pole.team
        self.compare(grid)

    def line(self, source: str, after: Position, stood: Position) -> None:
        """One line of the record, the position after it, and the places of the cars at the end of the line itself: after the last
        line of a race all cars are taken off the track at once."""
        words = source.split("#")[0].split()
        if not words:
            return
        if words[0] == "turn":
            self.begin_turn(int(words[1]), after)
        elif words[0] == "event":
            self.event(source, after)
        elif words[0] == "pit":
            self.pit(words[1:], after)
        elif words[0] == "discard":
            if self.stage == "pits":
                self.close({}, after)
        elif words[0].isdecimal():
            self.segment(int(words[0]), source, stood, after)
        else:
            return
        self.compare(after)

    def begin_turn(self, number: int, after: Position) -> None:
        if self.stage == "pits":
            self.close({}, after)
        if self.stage == "discard":
            self.turn, self.stage, self.won_before = self.turn + 1, "action", self.won()
            self.flag, self.moved_in_turn = "", Counter()
            for car in self.cars.values():
                car.flipped = False
            self.next = self.waiting_team(self.seats_from(self.first))
        if number != self.turn:
            self.wrong(f"`turn {number}`")

    def seats_from(self, team: str) -> list[str]:
        seat = self.seats.index(team)
        return self.seats[seat:] + self.seats[:seat]

    def waiting_team(self, seats: Sequence[str]) -> str | None:
        """The first player with a car that is not flipped. A finished one counts where it may be used as a pass: by the
        reading, or because the race to completion takes it for out (TA-12.4)."""
        may_pass = self.reading("pass-with-finished-car", "may-pass") or "race-completion" in self.options
        waiting = {
            car.team
            for car in self.cars.values()
            if not car.flipped and (car.status != "finished" or may_pass)
        }
        return next((team for team in seats if team in waiting), None)

    def segment(self, number: int, source: str, after: Position, table: Position) -> None:
        """One action segment (TA-3.4)."""
        car = self.cars[number]
        self.passes_before(car.team)
        if source.split()[1] == "retire" and self.withdrawn(car):
            flipped = car.flipped
            self.out(car)
            car.flipped = flipped  # no segment was used for it, so it can still give its pass
            self.follow(after)
            self.watch()
            return
        if self.stage != "action" or car.team != self.next or car.flipped:
            self.wrong(f"car {number} of {car.team} is not to play: {self.stage}, {self.next}")
        self.moved_in_turn[number] += 1
        was = {sheet.number: self.progress(sheet) for sheet in self.racing()}
        wear = {sheet.number: sheet.wear for sheet in self.cars.values()}
        if source.split()[1] == "pass":
            if car.status == "racing":
                self.wrong(f"car {number} passes although it drives")
        elif car.status != "racing":
            self.wrong(f"car {number} drives although it does not")
        elif source.split()[1] == "retire":
            self.out(car)
            self.follow(after)
            self.watch()
        else:
            self.activation(car, source, after, was)
            self.full_cars_out(wear)
            self.watch()
            if "Working the Pack" in source and self.over_and_back(after):
                self.lap = after.lap
        car.flipped = True
        self.next = self.waiting_team([*self.seats_from(car.team)[1:], car.team])
        if all(sheet.flipped for sheet in self.racing()):
            self.end_of_actions(table)

    def over_and_back(self, after: Position) -> bool:
        """Whether the leader can have been pushed over the line and then swapped back: the lap marker stays where that has moved
        it (TA-4.6)."""
        first = self.leader()
        return first is not None and first.sector == self.track.line and after.lap == first.crossed + 1

    def withdrawn(self, car: Sheet) -> bool:
        """Whether a car leaves the race outside of a segment of its owner (voluntary-retirement-timing)."""
        own = self.stage == "action" and car.team == self.next and not car.flipped
        return not own and car.status == "racing" and self.reading("voluntary-retirement-timing", "any-time")

    def passes_before(self, team: str) -> None:
        """A player who can only pass need not write the passes."""
        while self.next is not None and self.next != team:
            waiting = [car for car in self.cars.values() if car.team == self.next and not car.flipped]
            if any(car.status == "racing" for car in waiting):
                return
            min(waiting, key=lambda car: car.number).flipped = True
            self.next = self.waiting_team([*self.seats_from(self.next)[1:], self.next])

    def activation(self, car: Sheet, source: str, after: Position, was: Mapping[int, int]) -> None:
        """A card is played: the mover goes forward or stays, the cars it takes along move a few sectors either way; a car
        finishes exactly by its crossing after the last lap; the marker of the card comes afterwards."""
        if len(car.wear) >= FULL:
            self.wrong(f"car {car.number} drives with {len(car.wear)} markers")
        card = source.split(maxsplit=1)[1].split(":")[0].strip().strip('"')
        from_pits = car.apron
        # The second car of Teamwork may push the first one back.
        mover = car if card != "Teamwork" else None
        racing = self.racing()
        self.follow(after)
        # By this reading a car with fewer laps finishes behind the winner; only the position shows which crossed after it.
        lapped_too = self.reading("finish-lapped-car", "finishes")
        finished = {other.number for other in after.cars if lapped_too and other.status == "finished"}
        crossing = []
        for sheet in racing:
            if sheet.crossed > self.laps or sheet.number in finished:
                crossing.append(sheet)
                continue
            left = after.car(sheet.number)
            if left is not None and left.status == OUT:
                continue  # Its sixth marker took it off the board at its last space (six-markers-timing).
            gone = self.progress(sheet) - was[sheet.number]
            kept = self.reading("backward-over-line", "laps-kept") and sheet is not mover
            gone -= self.length if kept and gone > self.length // 2 else 0
            if not (0 <= gone < self.length if sheet is mover else -8 <= gone <= 8):
                self.wrong(f"car {sheet.number} goes {gone} sectors in the segment of {car.number}")
        first_finish = bool(crossing) and not self.won()
        for sheet in sorted(crossing, key=lambda sheet: after.car(sheet.number).place or 0):  # type: ignore[union-attr]
            self.finish(sheet)
        if first_finish and self.reading("winner-turn-leader", "yes"):
            next(sheet for sheet in crossing if sheet.place == min(s.place or 0 for s in crossing)).led += 1
        if WEAR_OF[card] and not from_pits:
            car.wear = tuple(sorted((*car.wear, WEAR_OF[card])))

    def end_of_actions(self, after: Position) -> None:
        """Every car is flipped (TA-3.5.1, TA-10.1, TA-12.4)."""
        for car in self.cars.values():
            count = self.moved_in_turn[car.number]
            if count > 1 or (car.status == "racing" and count != 1):
                self.wrong(f"car {car.number} has had {count} segments")
        self.next = None
        if not self.racing():
            self.stage = "over"
        elif not self.won():
            self.turn_leaders()
            self.stage = "event"
        elif "race-completion" in self.options:
            if not self.won_before and self.reading("everybody-finishes-markers", "next-turn"):
                self.turn_leaders()
            self.settle_first_player(self.nearest())
            self.drop_lapped(after)
            self.stage = "discard" if self.racing() else "over"
        else:
            unmarked = self.reading("winner-turn-leader", "no")
            if self.reading("final-turn-sequence", "3.5.1-still-run") or (
                unmarked and self.reading("final-turn-leader-marker", "by-3.5.1")
            ):
                self.turn_leaders()
            self.all_take_places()

    def turn_leaders(self) -> None:
        first = self.leader()
        self.carrier = first.number if first else None
        level = self.in_the_lead()
        self.marked = {car.number for car in level}
        for car in level:
            car.led += 1

    def all_take_places(self) -> None:
        for car in self.order():
            self.finish(car)
        self.stage = "over"

    def event(self, source: str, after: Position) -> None:
        """The event of the turn: markers and cars change only as this kind of event allows, then the restart follows."""
        if self.stage != "event":
            self.wrong("an event is not due")
        wear = {car.number: car.wear for car in self.cars.values()}
        effect = events_book.effect_of(self, source, after)
        self.full_cars_out(wear)
        if effect.over:
            self.all_take_places()
            self.flag = "red"
            return
        self.flag = effect.flag
        self.stage = "pits" if self.racing() else "over"
        expected = events_book.formation(self, effect) if effect.flag == "yellow" else None
        self.follow(after)
        if expected is None:
            self.watch()
            return
        for car in self.racing():
            car.lap_down = False
        if self.reading("restart-over-line", "follows-position"):
            events_book.compare_formation(self, expected)

    def pit(self, words: Sequence[str], after: Position) -> None:
        """A car that pits loses its temporary markers, except those it keeps (TA-9.2, TA-12.1)."""
        if self.stage != "pits":
            self.wrong("pit stops are not due")
        pits: dict[int, list[str]] = {}
        number = 0
        for word in words:
            if word.isdecimal():
                number = int(word)
                pits[number] = []
            elif word not in ("none", "keeps"):
                pits[number].append(word)
        self.close(pits, after)

    def close(self, pits: Mapping[int, Sequence[str]], after: Position) -> None:
        """TA-3.5.3 to TA-3.5.5, pit stops carried out."""
        removed: dict[int, int] = {}
        for number, kept in pits.items():
            car = self.cars[number]
            if car.status != "racing" or car.apron:
                self.wrong(f"car {number} pits")
            rest = Counter(car.wear)
            rest.subtract(marker for marker in car.wear if marker in TEMPORARY)
            rest.update(kept)
            removed[number] = len(car.wear) - rest.total()
            car.wear = tuple(sorted(rest.elements()))
        if self.flag == "yellow":
            self.follow(after)
            order = [car.number in pits for car in self.order()]
            if order != sorted(order) and self.plain({**PLAIN_RESTART, **PLAIN_LAPPING}):
                self.wrong("a car that pitted under yellow restarts before one that did not")
        else:
            for number in pits:
                self.back_on_apron(self.cars[number], removed[number])
            self.watch()
        self.new_leader()
        self.settle_first_player()
        self.drop_lapped(after)
        self.stage = "discard"

    def back_on_apron(self, car: Sheet, removed: int) -> None:
        """A green pit stop (TA-9.3, TA-12.1); if the car goes back over the line, its crossing is undone."""
        spaces = 2 + removed if "variable-pit-stops" in self.options else 5
        progress = self.progress(car) - spaces
        sector = (car.sector - spaces - 1) % self.length + 1
        if self.reading("backward-over-line", "crossing-undone"):
            car.crossed = max(0, progress // self.length)
        space = f"{sector}p"
        car.stack = sum(other.space == space for other in self.racing())
        car.space = space

    def new_leader(self) -> None:
        """A car that leads only after event and pit stops (TA-3.5.3, TA-9.6-7)."""
        first = next(iter(self.front_row()), None) if self.flag == "yellow" else self.leader()
        if first is None or first.number == self.carrier:
            return
        level = [first]
        if self.flag != "yellow" and self.reading("new-leader-after-pits-tie", "all-in-sector"):
            level = self.in_the_lead()
        for car in level:
            if car.number not in self.marked or self.reading("turn-leader-twice", "yes"):
                car.led += 1

    def settle_first_player(self, order: Sequence[Sheet] = ()) -> None:
        """TA-3.5.4: the owner of the leader; with `order` that of its first car."""
        first = order[0] if order else self.leader() or next(iter(self.order()), None)
        self.first = first.team if first else self.first
        for car in self.cars.values():
            car.flipped = False

    def drop_lapped(self, after: Position) -> None:
        """TA-3.5.5. Where a reading other than the formula decides who is lapped, take it from the position."""
        gone = {car.number for car in after.cars if car.status == "out"}
        formula = self.plain(PLAIN_LAPPING)
        lapped = [car for car in self.racing() if (car.lap_down if formula else car.number in gone)]
        for car in reversed(self.order(lapped)):
            self.out(car)
            car.flipped = False

    def compare(self, table: Position) -> None:
        """Compares all computed values with the position."""
        if not self.plain(PLAIN_LAPPING):
            for car in table.cars:
                self.cars[car.number].lap_down = car.lap_down
        for car in table.cars:
            sheet = self.cars[car.number]
            known = (car.status, car.place, car.wear, car.led, car.flipped, car.lap_down)
            mine = (sheet.status, sheet.place, sheet.wear, sheet.led, sheet.flipped, sheet.lap_down)
            if known != mine and not (self.stage == "over" and known[:4] == mine[:4]):
                self.wrong(f"car {car.number}: the table has {known}, the book {mine}")
            stands, stood = (car.space, car.crossed, car.stack), (sheet.space, sheet.crossed, sheet.stack)
            if car.status == "racing" and stands != stood:
                self.wrong(f"car {car.number} stands at {stands}, in the book at {stood}")
            if (car.space is None) == (car.status == "racing"):
                self.wrong(f"car {car.number} is {car.status} at {car.space}")
        known_turn = (table.turn, table.first, table.lap, table.step, table.places_left)
        mine_turn = (self.turn, self.first, self.lap, self.stage, tuple(self.left))
        if known_turn != mine_turn:
            self.wrong(f"the table has {known_turn}, the book {mine_turn}")
        if self.stage == "action" and table.next != self.next:
            self.wrong(f"{table.next} is to play, in the book {self.next}")
        self.counted(table)

    def points(self) -> dict[str, int] | None:
        """Team points, the best first; None while cars are driving."""
        return None if self.racing() else points_book.team_points(self)
