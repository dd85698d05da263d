"""Stepping through the frames of a replay: keys in, a screen out. Knows neither a terminal nor a game."""

from collections.abc import Callable, Sequence
from itertools import chain

from verifier.render.replay_frames import Frame, frame_at
from verifier.render.replay_terminal import END, Keys, Screen
from verifier.render.replay_text import frame_lines, head_lines, table_lines
from verifier.render.text import Paint, plain

TICK = 0.5
"""Seconds between checks of the screen size while no key is pressed."""

LEAST_COLUMNS = 20
KEYS = "n next  p previous  g line  / search  ? help  q quit"
FEW_KEYS = "n p g / ? q"
HELP = """\
n  right  enter     the next line
p  left  backspace  the line before
g 31 enter          go to line 31 of the file
/text enter         the next line with that text
/ enter             once more with the same text
f                   the next line with something wrong
home  end           the first line, the last
space  down         further down, then the next line
b  up               further up, then the line before
?                   this page
q                   quit

The position is the one after the line; for a line that the
rules do not allow it is the one before it, and what follows
is not judged."""

FORWARD, BACK = ("n", "right", "enter"), ("p", "left", "backspace")


class Player:
    """The state of a replay. `columns` and `rows` are the size of the screen; `top` is the first visible line of a frame that
    does not fit."""

    def __init__(self, frames: Sequence[Frame], start: int = 0, paint: Paint = plain) -> None:
        self.frames, self.number, self.paint = frames, start, paint
        self.top = 0
        self.message = ""
        self.asked: tuple[str, str] | None = None
        self.helping = False
        self.sought = ""
        self.columns, self.rows = 100, 24

    def run(self, keys: Keys, screen: Screen) -> None:
        """Draws the screen and handles keys until the user quits or the input ends."""
        drawn: tuple[int, int] | None = None
        while True:
            if drawn != screen.size():
                drawn = screen.size()
                self.columns, self.rows = max(LEAST_COLUMNS, drawn[0]), max(2, drawn[1])
                screen.show(self.page())
            key = keys.read(TICK)
            if key is None:
                continue
            if key == END or not self.press(key):
                return
            drawn = None

    def page(self) -> list[str]:
        """The lines of the screen: as much of the frame as fits, and a line with the keys."""
        lines, room = self.content(), self.rows - 1
        self.top = max(0, min(self.top, len(lines) - room))
        shown = lines[self.top : self.top + room]
        return [*shown, *[""] * (room - len(shown)), self.status(len(lines) - self.top - room)]

    def content(self) -> list[str]:
        """All lines of the frame, or of the help."""
        if self.helping:
            return HELP.splitlines()
        frame = self.frames[self.number]
        table = table_lines(frame, self.columns, self.paint)
        lines = head_lines(self.frames, self.number, self.columns, self.paint)
        return [*lines, *frame_lines(frame, self.columns, self.paint), *([""] if table else []), *table]

    def status(self, below: int) -> str:
        """The last line of the screen."""
        if self.asked is not None:
            return f"{'go to line: ' if self.asked[0] == 'g' else '/'}{self.asked[1]}_"
        more = f"{below} more below (space)  " if below > 0 else ""
        said = self.message or ("any key goes back" if self.helping else KEYS)
        if len(more + said) > self.columns:
            more, said = (more, FEW_KEYS) if said == KEYS else ("", said)
        return self.paint(f"{more}{said}", "dim")

    def press(self, key: str) -> bool:
        """Handles one key; False if it means quit."""
        self.message = ""
        if self.asked is not None:
            self._answer(key)
        elif self.helping:
            self.helping = False
        elif key in ("q", "Q"):
            return False
        elif key in ("g", "/"):
            self.asked = (key, "")
        elif key in ("?", "h"):
            self.helping, self.top = True, 0
        elif key in FORWARD:
            self.move(self.number + 1)
        elif key in BACK:
            self.move(self.number - 1)
        elif key == "f":
            self.find()
        elif key in ("home", "last"):
            self.move(0 if key == "home" else len(self.frames) - 1)
        else:
            self._scroll(key)
        return True

    def _scroll(self, key: str) -> None:
        room = self.rows - 1
        hidden = len(self.content()) - self.top - room
        if key in (" ", "page-down", "down"):
            if hidden > 0:
                self.top += 1 if key == "down" else room
            else:
                self.move(self.number + 1)
        elif key in ("b", "page-up", "up"):
            if self.top > 0:
                self.top = max(0, self.top - (1 if key == "up" else room))
            else:
                self.move(self.number - 1)

    def _answer(self, key: str) -> None:
        """Handles a key while a line number or a text is being typed."""
        assert self.asked is not None
        what, text = self.asked
        if key == "escape":
            self.asked = None
        elif key == "enter":
            self.asked = None
            self.command(what + text)
        elif key == "backspace":
            self.asked = (what, text[:-1]) if text else None
        elif len(key) == 1 and key.isprintable():
            self.asked = (what, text + key)

    def command(self, text: str) -> bool:
        """Runs a typed command (`n`, `g 31`, `/Charge`); False if it means quit."""
        self.message = ""
        if text.startswith("/"):
            self.search(text[1:].strip())
        elif text[:1] == "g":
            self.go_to(text[1:].strip())
        else:
            return self.press(text or "n")
        return True

    def move(self, number: int) -> None:
        """Goes to a frame, or stays at the end with a message."""
        if number < 0:
            self.message = "this is the first line"
        elif number >= len(self.frames):
            self.message = "this is the last line; q quits"
        else:
            self.number, self.top = number, 0

    def go_to(self, text: str) -> None:
        """Goes to the frame of a line of the file."""
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            self.message = "which line? as in: g 31"
            return
        self.move(frame_at(self.frames, int(text)))

    def find(self) -> None:
        """Goes to the next frame with a finding."""
        after = range(self.number + 1, len(self.frames))
        number = next((number for number in after if self.frames[number].findings), None)
        if number is None:
            self.message = "nothing is wrong after this line"
        else:
            self.move(number)

    def search(self, text: str) -> None:
        """Goes to the next frame with this text in its lines, wrapping around; without a text, repeats the last search."""
        self.sought = text or self.sought
        wanted, here = self.sought.casefold(), self.number
        if not wanted:
            self.message = "search for what? as in: /Charge"
            return
        for number in chain(range(here + 1, len(self.frames)), range(here + 1)):
            if any(wanted in source.casefold() for _, source in self.frames[number].lines):
                again = number == here
                self.move(number)
                self.message = "only here" if again else ""
                return
        self.message = f"no line contains `{self.sought}`"


def converse(player: Player, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
    """The same without single keys: shows a frame and asks for a command, until the user quits or the input ends."""
    going = True
    while going:
        tell("\n".join(player.content()))
        player.helping = False
        try:
            going = player.command(ask(f"{player.message or KEYS}: ").strip())
        except EOFError:
            return
