"""Where a person types: lines read, orders drafted, looked at and submitted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from armillary.core.contract import AnyGame
from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.match import AnyMatch
from armillary.core.values import Seat, Violation, refusals
from armillary.terminal import files, menu, saves
from armillary.terminal.pages import show_rules
from armillary.terminal.screen import Screen

COMMANDS = {
    "help": "show this page",
    "look": "show the position again",
    "options": "list what you may order",
    "? ORDER": "show what an order would do, without drafting it",
    "undo": "drop the draft; when handing over, take your order back",
    "rules": "read the rules",
    "save FILE": "save the match; go on later with: armillary play --resume FILE",
    "resign": "give up the match",
    "quit": "leave; you may save first",
}
WORDS = tuple(name.split()[0] for name in COMMANDS)
SPARE_LINES = 4
"""Lines kept free below the options, so that they fit on one screen with the prompt."""


class Left(Exception):
    """The person at the keyboard wants to leave."""


class Prompt:
    """Reads what the person on a seat types until their part is done; `run` gives the match after it."""

    def __init__(self, match: AnyMatch, seat: Seat, screen: Screen, draft: Any = None) -> None:
        self.match = match
        self.seat = seat
        self.screen = screen
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

    def run(self) -> AnyMatch:
        """Read lines until an order is submitted or the person resigns."""
        while not self._over:
            self._obey(self.screen.ask(f"Player {self.seat}> ", self._offers))
        return self.match

    def look(self) -> None:
        """Describe the position."""
        self.screen.say(self.game.words.describe(self.view))
        if self.draft is not None:
            self.screen.say(f"Draft: {self._write(self.draft)}")

    # -- lines -------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        command = self._commands.get(line.lower())
        word, _, rest = line.partition(" ")
        if command:
            command()
        elif line.startswith("?"):
            self._what_if(line[1:].strip())
        elif word.lower() == "save":
            save_as(self.screen, self.match, rest.strip())
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
            self.screen.say(f"Draft: {self._write(order)}", "bold")
            self._forecast(order)
            self.screen.say("Press Enter to submit it, or type another order.")
        elif self.draft is not None:
            self.screen.say(f"Your draft is still: {self._write(self.draft)}")

    def _submit_at_once(self, text: str) -> None:
        """No forecast, but still a warning about anything that will not go as typed."""
        order = self._read(text)
        if order is not None:
            self._warn(self.match.check(self.seat, order))
            self._submit(order)

    def _read(self, text: str) -> Any:
        """The order typed. One that is not understood or not allowed is explained, and gives None."""
        try:
            order = self.game.words.parse_order(text, self.view)
        except BadInput as error:
            self.screen.say(f"Not understood: {error}. Type 'help' to see how orders are written.", "red")
            return None
        refused = refusals(self.match.check(self.seat, order))
        for violation in refused:
            self.screen.refuse(self.game.words.explain(violation, self.view))
        return None if refused else order

    def _forecast(self, order: Any) -> None:
        preview = self.game.sight.preview(self.match.state, self.seat, order)
        self.screen.say(self.game.words.forecast(preview, self.view))
        self._warn(preview.violations)

    def _warn(self, violations: Iterable[Violation]) -> None:
        for violation in violations:
            say = self.screen.refuse if violation.weight == "refused" else self.screen.warn
            say(self.game.words.explain(violation, self.view))

    def _what_if(self, text: str) -> None:
        if not text:
            self.screen.say("Type the order to try after the question mark.")
            return
        try:
            order = self.game.words.parse_order(text, self.view)
        except BadInput as error:
            self.screen.say(f"Not understood: {error}. Type 'help' to see how orders are written.", "red")
            return
        self.screen.say(f"If you order: {self._write(order)}", "bold")
        self._forecast(order)

    def _submit_draft(self) -> None:
        if self.draft is None:
            self.screen.say("Nothing is drafted. Type an order, 'options' to see what you may order, or 'help'.")
        else:
            self._submit(self.draft)

    def _submit(self, order: Any) -> None:
        self.match = self.match.submit(self.seat, order)
        self._over = True

    # -- other commands ----------------------------------------------------------------------------------

    def _undo(self) -> None:
        self.screen.say("There is no draft to drop." if self.draft is None else "The draft is dropped.")
        self.draft = None

    def _help(self) -> None:
        self.screen.say(
            "An order you type becomes your draft; press Enter to submit it. End an order with ! to submit it at once."
        )
        width = max(len(name) for name in COMMANDS)
        for name, meaning in COMMANDS.items():
            self.screen.say(f"  {name:{width}}  {meaning}")
        self.screen.say(self.game.words.notation())

    def _options(self) -> None:
        options = self.game.sight.options(self.match.state, self.seat, self.draft)
        self.screen.columns(menu.listing(options, self._write), SPARE_LINES)

    def _rules(self) -> None:
        try:
            show_rules(self.screen.out, self.game)
        except BadInput as error:
            self.screen.refuse(f"{error}.")

    def _resign(self) -> None:
        if self.screen.confirm(f"Player {self.seat}, do you want to give up?"):
            self.match = self.match.resign(self.seat)
            self._over = True

    def _quit(self) -> None:
        offer_to_save(self.screen, self.match, "Save the match?")
        raise Left


def save_as(screen: Screen, match: AnyMatch, name: str) -> bool:
    """Save under this name, asking before a file is replaced. True when it is saved."""
    if not name:
        screen.say("Type the name of a file too: save FILE")
        return False
    if files.exists(name) and not screen.confirm(f"{name} already exists. Replace it?"):
        return False
    try:
        path = saves.save(match, name)
    except ArmillaryError as error:
        screen.refuse(f"{error}.")
        return False
    screen.say(f"Saved as {path}")
    return True


def offer_to_save(screen: Screen, match: AnyMatch, question: str) -> None:
    """Ask for a file name until the match is saved or the person presses Enter."""
    while name := screen.ask(f"{question} Type a file name, or press Enter to leave without saving: "):
        if save_as(screen, match, name):
            return
