"""One person's turn: lines typed, orders drafted, looked at, submitted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from armillary.core.contract import AnyGame
from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.match import AnyMatch
from armillary.core.values import Seat, Violation, refusals
from armillary.terminal import files, menu, saves
from armillary.terminal.desk import Desk
from armillary.terminal.pages import show_rules

COMMANDS = {
    "help": "this page",
    "look": "the position again",
    "options": "what you may order",
    "? ORDER": "what an order would do; nothing is drafted",
    "undo": "drop the draft; at a hand-over, take your order back",
    "rules": "the rule page",
    "save FILE": "save the match, for: armillary play --resume FILE",
    "resign": "give up",
    "quit": "leave, saving or not",
}
WORDS = tuple(name.split()[0] for name in COMMANDS)
SPARE_LINES = 4
"""What stands below the options on the same screen."""


class Left(Exception):
    """Whoever sits at the keyboard has had enough."""


class Turn:
    """A seat's turn in a match; `take` gives the match after it."""

    def __init__(self, match: AnyMatch, seat: Seat, desk: Desk, draft: Any = None) -> None:
        self.match = match
        self.seat = seat
        self.desk = desk
        self.draft = draft
        self._over = False
        self._commands: Mapping[str, Callable[[], None]] = {
            "": self._submit_draft,
            "!": self._submit_draft,
            "help": self._help,
            "look": self.look,
            "options": self._options,
            "undo": self._undo,
            "rules": self._rules,
            "resign": self._resign,
            "quit": self._quit,
        }

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.match.game

    @property
    def view(self) -> Any:
        """What this seat may know."""
        return self.game.sight.view(self.match.state, self.seat)

    def take(self) -> AnyMatch:
        """Read lines until an order is submitted, or the seat given up."""
        while not self._over:
            self._obey(self.desk.ask(f"Player {self.seat}> ", self._offers))
        return self.match

    def look(self) -> None:
        """Describe the position."""
        self.desk.say(self.game.words.describe(self.view))
        if self.draft is not None:
            self.desk.say(f"Draft: {self._write(self.draft)}")

    # -- lines -------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        command = self._commands.get(line.lower())
        word, _, rest = line.partition(" ")
        if command:
            command()
        elif line.startswith("?"):
            self._what_if(line[1:].strip())
        elif word.lower() == "save":
            save_as(self.desk, self.match, rest.strip())
        elif line.endswith("!"):
            self._submit_at_once(line[:-1].strip())
        else:
            self._propose(line)

    def _offers(self) -> list[str]:
        options = self.game.sight.options(self.match.state, self.seat, self.draft)
        return [*WORDS, *menu.completions(options, self._write)]

    def _write(self, order: Any) -> str:
        return self.game.words.format_order(order, self.view)

    # -- orders ------------------------------------------------------------------------------------------

    def _propose(self, text: str) -> None:
        """Make the typed order the draft, if the rules allow it."""
        order = self._read(text)
        if order is not None:
            self.draft = order
            self.desk.say(f"Draft: {self._write(order)}", "bold")
            self._forecast(order)
            self.desk.say("Press Enter to submit it, or type another order.")
        elif self.draft is not None:
            self.desk.say(f"Your draft is still: {self._write(self.draft)}")

    def _submit_at_once(self, text: str) -> None:
        """No forecast, but still a warning of what will not go as typed."""
        order = self._read(text)
        if order is not None:
            self._warn(self.match.check(self.seat, order))
            self._submit(order)

    def _read(self, text: str) -> Any:
        """The order typed; when it is not understood or refused, say why and give None."""
        try:
            order = self.game.words.parse_order(text, self.view)
        except BadInput as error:
            self.desk.refuse(f"{error}. Type 'help' for how orders are written.")
            return None
        refused = refusals(self.match.check(self.seat, order))
        for violation in refused:
            self.desk.refuse(self.game.words.explain(violation, self.view))
        return None if refused else order

    def _forecast(self, order: Any) -> None:
        preview = self.game.sight.preview(self.match.state, self.seat, order)
        self.desk.say(self.game.words.forecast(preview, self.view))
        self._warn(preview.violations)

    def _warn(self, violations: Iterable[Violation]) -> None:
        for violation in violations:
            say = self.desk.refuse if violation.weight == "refused" else self.desk.warn
            say(self.game.words.explain(violation, self.view))

    def _what_if(self, text: str) -> None:
        if not text:
            self.desk.say("Type the order behind the question mark.")
            return
        try:
            order = self.game.words.parse_order(text, self.view)
        except BadInput as error:
            self.desk.refuse(f"{error}. Type 'help' for how orders are written.")
            return
        self.desk.say(f"If you order: {self._write(order)}", "bold")
        self._forecast(order)

    def _submit_draft(self) -> None:
        if self.draft is None:
            self.desk.say("Nothing is drafted. Type an order, 'options' for what there is, or 'help'.")
        else:
            self._submit(self.draft)

    def _submit(self, order: Any) -> None:
        self.match = self.match.submit(self.seat, order)
        self._over = True

    # -- other commands ----------------------------------------------------------------------------------

    def _undo(self) -> None:
        self.desk.say("There is no draft to drop." if self.draft is None else "The draft is dropped.")
        self.draft = None

    def _help(self) -> None:
        self.desk.say("A line you type becomes your draft; Enter submits it, an order ending in ! goes at once.")
        width = max(len(name) for name in COMMANDS)
        for name, meaning in COMMANDS.items():
            self.desk.say(f"  {name:{width}}  {meaning}")
        self.desk.say(self.game.words.notation())

    def _options(self) -> None:
        options = self.game.sight.options(self.match.state, self.seat, self.draft)
        self.desk.columns(menu.listing(options, self._write), SPARE_LINES)

    def _rules(self) -> None:
        try:
            show_rules(self.desk.out, self.game)
        except BadInput as error:
            self.desk.refuse(f"{error}.")

    def _resign(self) -> None:
        if self.desk.agrees(f"Player {self.seat} gives up?"):
            self.match = self.match.resign(self.seat)
            self._over = True

    def _quit(self) -> None:
        offer_to_save(self.desk, self.match, "Save the match?")
        raise Left


def save_as(desk: Desk, match: AnyMatch, name: str) -> bool:
    """Save under this name, asking before something is replaced; did it succeed?"""
    if not name:
        desk.say("Name the file: save FILE")
        return False
    if files.exists(name) and not desk.agrees(f"{name} exists already. Replace it?"):
        return False
    try:
        path = saves.save(match, name)
    except ArmillaryError as error:
        desk.refuse(f"{error}.")
        return False
    desk.say(f"Saved in {path}")
    return True


def offer_to_save(desk: Desk, match: AnyMatch, question: str) -> None:
    """Ask for a file name until it is saved or nobody wants it."""
    while name := desk.ask(f"{question} Type a file name, or press Enter to leave without: "):
        if save_as(desk, match, name):
            return
