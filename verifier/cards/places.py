"""Where the copies of one kind of card can be, when the number of cards in each place is known.

`counting` follows hands that are filled at the start of each turn. Here cards move one by one between places (hands, a draw
pile, discards), some of them unseen. For each group of places, `Copies` keeps the most copies of the kind that can be in it.
These bounds are the cuts of a flow of copies from place to place: they describe exactly the distributions that fit all moves so
far, and their number does not grow with the length of a game. Kinds are counted one by one: that a hidden card has only a single
kind shows in the sizes of the places.
"""

from collections.abc import Sequence

from model.values import value


@value
class Copies:
    """The copies of a kind. `most` has for each group of places (a sum of powers of two, one for each place) the most copies that
    can be there."""

    most: tuple[int, ...]
    total: int

    @property
    def possible(self) -> bool:
        """Whether any distribution fits."""
        return self.most[0] == 0 and self.most[-1] == self.total

    def most_in(self, place: int) -> int:
        """The most copies that can be in a place."""
        return self.most[1 << place]

    def least_in(self, place: int) -> int:
        """The fewest copies that can be in a place."""
        return self.total - self.most[-1 - (1 << place)]

    def moved(self, start: int, end: int, least: int, most: int) -> "Copies":
        """The copies after `least` to `most` of them moved from one place to another."""
        if not most or (not least and self.most_in(start) == 0):
            return self
        left, come = 1 << start, 1 << end
        there = (left | come, come, left)
        change = {there[0]: 0, there[1]: most, there[2]: -least, 0: 0}
        bounds = [bound + change[group & there[0]] for group, bound in enumerate(self.most)]
        return Copies(tuple(bounds), self.total).at_least(start, 0)

    def at_most(self, place: int, most: int) -> "Copies":
        """The copies if a place has no more than these."""
        if self.most_in(place) <= most:
            return self
        bit, old = 1 << place, self.most
        bounds = [
            min(bound, old[group ^ bit] + most) if group & bit else bound for group, bound in enumerate(old)
        ]
        return Copies(tuple(bounds), self.total)

    def at_least(self, place: int, least: int) -> "Copies":
        """The copies if a place has no fewer than these."""
        bit, old = 1 << place, self.most
        bounds = [
            bound if group & bit else min(bound, old[group | bit] - least) for group, bound in enumerate(old)
        ]
        return Copies(tuple(bounds), self.total)

    def swapped(self, one: int, other: int) -> "Copies":
        """The copies after everything in two places has changed places."""
        first, second = 1 << one, 1 << other
        both = first | second
        groups = range(len(self.most))
        return Copies(
            tuple(
                [self.most[group ^ both if (group & both) in (first, second) else group] for group in groups]
            ),
            self.total,
        )

    def beside(self) -> "Copies":
        """The copies with one more place, the last, which has none."""
        return Copies(self.most * 2, self.total)

    def merged(self, place: int) -> "Copies":
        """The copies after those in the last place came to another one."""
        half, bit = len(self.most) // 2, 1 << place
        bounds = [self.most[group + half if group & bit else group] for group in range(half)]
        return Copies(tuple(bounds), self.total)

    def or_else(self, other: "Copies") -> "Copies":
        """Bounds that hold if either of two counts is right."""
        return Copies(tuple(map(max, self.most, other.most)), self.total)


def placed(total: int, known: Sequence[int], hidden: Sequence[int]) -> Copies:
    """The copies if each place has `known` ones, and `hidden` cards that may be further ones."""
    bounds = []
    for group in range(1 << len(known)):
        inside = [place for place in range(len(known)) if group >> place & 1]
        most = sum(known[place] + hidden[place] for place in inside)
        elsewhere = sum(known) - sum(known[place] for place in inside)
        bounds.append(min(most, total - elsewhere))
    return Copies(tuple(bounds), total)
