"""Decisions of The Great Race: everything that a line of play can express.

Cards and tiles are ids; `?` stands for one that is not known, because it is hidden or lost.
"""

from model.great_race.position import Assistants
from model.values import value

UNKNOWN = "?"

Split = tuple[int, int]
"""Mechanical points on the engine and on the chassis (GR-12.3)."""

ASSISTANT, CARD = "S", "card"
"""Means against a danger (GR-9.2): an escort assistant, an Escort card."""


@value
class Forced:
    """What becomes of cards beyond the hand limit: `discarded` (GR-11.6), and any-time cards `played` instead (GR-11.7)."""

    discarded: tuple[str, ...] = ()
    played: tuple[str, ...] = ()


NOT_FORCED = Forced()


@value
class Reaction:
    """A player cancels a danger card (GR-9.3). `late`: declared after the card had its effect."""

    by: str
    means: str
    late: bool = False


@value
class Put:
    """A tile placed on a space."""

    tile: str
    space: str


@value
class Step:
    """A step of a drive into a place. `tile` is the tile drawn for a blind step; `sent_back`: the vehicle went back. `split` is
    how the mechanical points were paid (None: not written, `?`: lost). `avoided` are means against the DANGER, `guide`: a Guide
    ignored the STOP. `line` is `sea` or `air`, with the Transport cards played. `drawn` are the cards drawn in a city, None if
    not written. `jerrycans` were played before the step, `late` ones while it was paid. `bought` is fuel bought on the way."""

    to: str
    tile: str | None = None
    sent_back: bool = False
    split: Split | str | None = None
    avoided: tuple[str, ...] = ()
    guide: bool = False
    line: str | None = None
    transports: tuple[str, ...] = ()
    drawn: tuple[str, ...] | None = None
    forced: Forced = NOT_FORCED
    jerrycans: int = 0
    late: int = 0
    bought: int = 0


@value
class Drive:
    """A move by a pilot (GR-8.4): its steps; none is the null action. `open`: the rest was not written."""

    steps: tuple[Step, ...] = ()
    open: bool = False


@value
class Fix:
    """A part of a repair: levels of one or both gauges, by a card, or bought (`card` is empty)."""

    split: Split | str
    card: str = ""


@value
class Repair:
    """A repair by a technician (GR-8.2); no fixes is the null action."""

    fixes: tuple[Fix, ...] = ()


@value
class Scout:
    """Tiles drawn and placed, in that order (GR-7.2), and tiles that found no space. None: not written."""

    puts: tuple[Put, ...] | None = ()
    dropped: tuple[str, ...] = ()


@value
class Draw:
    """An explorer draws a card (GR-7.6)."""

    card: str = UNKNOWN
    forced: Forced = NOT_FORCED


@value
class Clear:
    """An escort clears a tile (GR-9.4)."""

    space: str


@value
class Cash:
    """The treasury pays (GR-10.2). `count` is how many assistants the record names, None for all."""

    count: int | None = None


@value
class Pass:
    """The player passes (GR-6.6)."""


@value
class Lost:
    """Acts that were not written down: one, or the rest of the sequence."""

    rest: bool = False


@value
class Buy:
    """Fuel is bought (GR-6.3), None levels if the number is lost."""

    levels: int | None


@value
class Hit:
    """The aim of a Saboteur: the victim, the split of the points, and what the hand limit then forces."""

    victim: str
    split: Split | str
    forced: Forced = NOT_FORCED


@value
class Search:
    """The cards that a Searcher keeps and the one that goes."""

    kept: tuple[str, ...]
    dropped: tuple[str, ...]
    forced: Forced = NOT_FORCED


@value
class Spaces:
    """The tiles that a Tracker or a Cheat names, by their spaces."""

    spaces: tuple[str, ...]


@value
class Play:
    """A resource card is played in step 2, with what it is used for, and the reaction to it."""

    card: str
    use: Drive | Repair | Scout | Hit | Search | Spaces | None = None
    reaction: Reaction | None = None


@value
class Power:
    """A leader's power of the turn (GR-22.2)."""

    use: Scout | Repair


Act = Buy | Play | Power | Scout | Draw | Drive | Repair | Clear | Cash | Pass | Lost


@value
class Begin:
    """The game begins (GR-2)."""


@value
class Turn:
    """A turn begins; its number is stated."""

    number: int


@value
class Display:
    """The cards shown for the camp (GR-4.1)."""

    cards: tuple[str, ...]


@value
class Take:
    """A player takes a shown card (GR-4.2)."""

    player: str
    card: str
    forced: Forced = NOT_FORCED


@value
class Plan:
    """A player's plan (GR-5.2), None if it is lost."""

    player: str
    zones: Assistants | None


@value
class Sequence:
    """A player's sequence in the convoy (GR-6.2): its acts in the order in which they were done."""

    player: str
    acts: tuple[Act, ...]


@value
class Interrupt:
    """Something done outside the player's own sequence: an any-time card, or an act, so that a record can say it was done."""

    player: str
    act: str | Act


@value
class Order:
    """Maintenance took place, and this is the new turn order (GR-17.1)."""

    players: tuple[str, ...]


@value
class Bonus:
    """Maintenance took place, and a player got this bonus (GR-17.3)."""

    player: str
    francs: int


Decision = Begin | Turn | Display | Take | Plan | Sequence | Interrupt | Order | Bonus
