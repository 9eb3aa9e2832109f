"""Where a person types: lines read, orders drafted line by line, looked at and submitted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from traceback import format_exception_only
from typing import Any

from armillary.bots.advice import advise, differences
from armillary.core.contract import AnyGame
from armillary.core.errors import ArmillaryError, BadInput
from armillary.core.match import AnyMatch
from armillary.core.options import Options
from armillary.core.prose import badge, counted, find
from armillary.core.rulebook import rule_page, rules_by_id
from armillary.core.values import Seat, Violation, refusals
from armillary.terminal import files, menu, saves
from armillary.terminal.news import Group, newest
from armillary.terminal.pages import show_markdown
from armillary.terminal.screen import LEAVE, Screen

COMMANDS = {
    "help": "show this page",
    "look": "show the position again; 'look NAME' a part of it, 'look all' everything",
    "options": "list what you may order; 'options WORD' only what has WORD in it",
    "? ORDER": "show what an order would do, without drafting it",
    "hint": "see what a strong player would order here, and why",
    "take": "make the hint your draft",
    "undo": "take back the last line of your draft",
    "clear": "drop the whole draft",
    "news": "show everything that happened since your last turn",
    "rules": "read the rules; 'rules ID' a single one, by the id in brackets after a message",
    "save FILE": "save the match; resume it with: armillary play --resume FILE",
    "resign": "give up the match",
    "quit": "leave, and save the match if you like (or: q, exit)",
}
WORDS = tuple(name.split()[0] for name in COMMANDS if name[0].isalpha())
LONGEST_WORD = max(len(word) for word in WORDS) + 2
WITH_DRAFT = "Press Enter to submit it. Another line adds to it or replaces it; 'undo' goes back; or 'help'."
SPARE_LINES = 6
"""Lines kept free below the news, for the prompt."""
SAY = "Type what you want to say, press Enter to say nothing, or type 'help'."
SPEAKING = "What you type is said as it stands, an ! at its end included, unless it begins with one of these words:"
FEWEST_NEWS = 5
"""This many lines of news are shown on the smallest screen."""


class Left(Exception):
    """The person at the keyboard wants to leave."""


class Prompt:
    """Reads what the person on a seat types until their part is done; `run` gives the match after it."""

    def __init__(
        self, match: AnyMatch, seat: Seat, screen: Screen, news: Sequence[Group] = (), draft: Any = None
    ) -> None:
        self.match = match
        self.seat = seat
        self.screen = screen
        self._news = news
        self._drafts = [] if draft is None else [draft]
        """The draft after every line that was added to it, the newest last."""
        self._hint: Any = None
        """The order of the last hint."""
        self._over = False
        self._commands: Mapping[str, Callable[[], None]] = {
            "": self._submit_draft,
            "!": self._submit_draft,
            "?": self._help,
            "help": self._help,
            "news": self._tell_all,
            "undo": self._undo,
            "clear": self._clear,
            "hint": self._give_hint,
            "take": self._take_hint,
            "resign": self._resign,
            **dict.fromkeys(LEAVE, self._quit),
        }
        self._commands_with_name: Mapping[str, Callable[[str], None]] = {
            "look": self._look_at,
            "options": self._options,
            "rules": self._rules,
            "save": self._save,
        }

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.match.game

    @property
    def view(self) -> Any:
        """What this seat may know."""
        return self.game.sight.view(self.match.state, self.seat)

    @property
    def draft(self) -> Any:
        """The order as drafted so far; None without one."""
        return self._drafts[-1] if self._drafts else None

    def run(self) -> AnyMatch:
        """Read lines until an order is submitted or the person resigns."""
        prompt = f"{badge(self.seat)} {self.screen.cast.name(self.seat)}> "
        while not self._over:
            if self.draft is None:
                how = "Type an order, or 'help'." if self._empty_order() is None else SAY
                self.screen.say(f"{self.game.words.ask(self.view)} {how}", "bold")
            else:
                self.screen.say(WITH_DRAFT)
            self._obey(self.screen.ask(prompt, self._complete))
        return self.match

    def present(self) -> None:
        """The news, shortened to what fits, and the position at a glance."""
        position = self.screen.position(self.game, self.view)
        total = sum(len(group.sentences) for group in self._news)
        room = max(FEWEST_NEWS, self.screen.out.height - len(position.splitlines()) - SPARE_LINES)
        shown, left_out = newest(self._news, room if self.screen.out.is_terminal else 2 * total)
        if left_out:
            self.screen.say(f"… and {left_out} more: type 'news'.", "dim")
        tell(self.screen, shown)
        self._draw(position)

    def recall(self) -> None:
        """The draft to go on from, if there is one."""
        if self.draft is not None:
            self._show_draft()

    # -- lines -------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if command := self._commands.get(line.lower()):
            command()
        elif with_name := self._commands_with_name.get(word.lower()):
            with_name(rest.strip())
        elif line.startswith("?"):
            self._what_if(line[1:].strip())
        elif line.endswith("!") and not self._is_text(line):
            self._submit_at_once(line[:-1].strip())
        else:
            self._propose(line)

    def _is_text(self, line: str) -> bool:
        """Does an exclamation mark at the end belong to what the player writes?"""
        try:
            self._parse(line)
        except BadInput:
            return False
        return menu.takes_text(self._options_from(self.draft))

    def _complete(self, line: str) -> list[str]:
        orders = menu.completions(self._options_from(None), self._write)
        if self.draft is not None:
            orders += menu.completions(self._options_from(self.draft), self._write)
        players = (self.screen.cast.name(seat) for seat in self.match.seats)
        names = dict.fromkeys([*self.game.words.names(self.view), *players])
        return menu.complete(line, [*WORDS, *orders], list(names))

    def _options_from(self, draft: Any) -> Options[Any]:
        return self.game.sight.options(self.match.state, self.seat, draft)

    def _parse(self, text: str) -> Any:
        return self.game.words.parse_order(text, self.view, self.draft)

    def _write(self, order: Any) -> str:
        return self.game.words.format_order(order, self.view)

    # -- orders ------------------------------------------------------------------------------------------

    def _propose(self, text: str) -> None:
        """Add the typed line to the draft, if the rules allow it."""
        before, order = self.draft, self._read(text)
        if order is not None:
            if before is not None and self._replaces(text, order):
                self.screen.say(f"This replaces: {self._write(before)}")
            self._drafts.append(order)
            self._show_draft("bold")
            self._forecast(order)
        elif before is not None:
            self.screen.say(f"Your draft is still: {self._write(before)}")

    def _replaces(self, text: str, order: Any) -> bool:
        """Is the order what the line says by itself, with nothing left of the draft before?"""
        try:
            return bool(order != self.draft and self.game.words.parse_order(text, self.view) == order)
        except BadInput:
            return False

    def _submit_at_once(self, text: str) -> None:
        """No forecast, but still a warning about anything that will not go as typed."""
        order = self._read(text)
        if order is not None:
            self._warn(self.match.check(self.seat, order))
            self._submit(order)

    def _read(self, text: str) -> Any:
        """The draft with this line. One that is not understood or not allowed is explained, and gives None."""
        try:
            order = self._parse(text)
            refused = refusals(self.match.check(self.seat, order))
            if refused and self.draft is None:  # a first line may be one part of an order that needs more
                default = self.game.rules.default_order(self.match.state, self.seat)
                completed = self.game.words.parse_order(text, self.view, default)
                if not refusals(self.match.check(self.seat, completed)):
                    return completed
        except BadInput as error:
            self._not_understood(text, error)
            return None
        for violation in refused:
            self.screen.refuse(self.game.words.explain(violation, self.view))
        return None if refused else order

    def _not_understood(self, text: str, error: BadInput) -> None:
        near = get_close_matches(text.lower().partition(" ")[0][:LONGEST_WORD], WORDS, n=1)
        hint = f"Did you mean '{near[0]}'?" if near else "Type 'help' to see how orders are written."
        self.screen.say(f"Not understood: {error} {hint}", "red")

    def _forecast(self, order: Any) -> None:
        preview = self.game.sight.preview(self.match.state, self.seat, order)
        self.screen.say(self.game.words.forecast(preview, self.view))
        self._warn(preview.violations)

    def _warn(self, violations: Iterable[Violation]) -> None:
        for violation in violations:
            say = self.screen.refuse if violation.weight == "refused" else self.screen.warn
            say(self.game.words.explain(violation, self.view))

    def _what_if(self, text: str) -> None:
        try:
            order = self._parse(text)
        except BadInput as error:
            self._not_understood(text, error)
            return
        self.screen.say(f"If you order: {self._write(order)}", "bold")
        self._forecast(order)

    def _submit_draft(self) -> None:
        order = self._empty_order() if self.draft is None else self.draft
        if order is None:
            self.screen.say("Nothing is drafted yet; 'options' lists what you may order, and 'hint' suggests an order.")
        else:
            self._submit(order)

    def _empty_order(self) -> Any:
        """What an empty line says where players say what they like; None where it says nothing."""
        try:
            order = self.game.words.parse_order("", self.view)
        except BadInput:
            return None
        return None if refusals(self.match.check(self.seat, order)) else order

    def _submit(self, order: Any) -> None:
        self.match = self.match.submit(self.seat, order)
        self._over = True

    def _undo(self) -> None:
        if not self._drafts:
            self.screen.say("There is nothing to take back.")
            return
        self._drafts.pop()
        if self._drafts:
            self._show_draft()
        else:
            self.screen.say("The draft is empty again.")

    def _clear(self) -> None:
        self.screen.say("The draft is dropped." if self._drafts else "There is no draft to drop.")
        self._drafts.clear()

    def _show_draft(self, style: str = "") -> None:
        self.screen.say(f"Draft: {self._write(self.draft)}", style)

    # -- hints -------------------------------------------------------------------------------------------

    def _give_hint(self) -> None:
        """An order from a search, and what would come of it that would not come of the draft or of no order."""
        self.screen.say("Looking ahead …", "dim")
        try:
            self._hint = advise(self.match, self.seat)
        except Exception as error:  # noqa: BLE001 (any game's search: whatever it does, the match goes on)
            self.screen.say(
                f"There is no hint: looking ahead failed. {format_exception_only(error)[-1].strip()}", "yellow"
            )
            return
        self.screen.say(f"Hint: {self._write(self._hint)}", "bold")
        if self._hint == self.draft:
            self.screen.say("That is your draft.")
            return
        own, default = self.draft, self.game.rules.default_order(self.match.state, self.seat)
        whose = "your draft" if own is not None else "no order"
        order = default if own is None else own
        if self._hint == order:
            self.screen.say("That is also what you play if you give no order.")
            return
        ours, theirs = differences(self._forecast_lines(self._hint), self._forecast_lines(order))
        self._tell_of("With the hint:", ours)
        self._tell_of(f"With {whose} ({self._write(order)}):", theirs)
        self.screen.say("Type 'take' to make the hint your draft.")

    def _tell_of(self, title: str, lines: Sequence[str]) -> None:
        self.screen.say(title)
        for line in lines or ["the same, as far as can be known"]:
            self.screen.say(f"  {line.strip()}")

    def _take_hint(self) -> None:
        if self._hint is None:
            self.screen.say("There is no hint to take yet: type 'hint' first.")
            return
        self._drafts.append(self._hint)
        self._show_draft("bold")

    def _forecast_lines(self, order: Any) -> list[str]:
        preview = self.game.sight.preview(self.match.state, self.seat, order)
        return self.game.words.forecast(preview, self.view).splitlines()

    # -- other commands ----------------------------------------------------------------------------------

    def _draw(self, position: str) -> None:
        self.screen.draw(position)
        self.recall()

    def _look_at(self, name: str) -> None:
        """The position at a glance, all of it, or the part of this name."""
        if not name:
            self._draw(self.screen.position(self.game, self.view))
            return
        seat = self.screen.cast.seat_called(name)
        part = f"Player {seat}" if seat else name
        try:
            text = self.game.words.describe(self.view, None if name.lower() == "all" else part)
        except BadInput as error:
            self.screen.say(str(error), "red")
            return
        self.screen.page(lambda: self.screen.draw(text))

    def _help(self) -> None:
        self.screen.page(self._write_help)

    def _write_help(self) -> None:
        self.screen.say(
            "A line you type becomes your draft, or adds to it; press Enter to submit it. "
            "End a line with ! to submit at once. The Tab key completes commands, orders and names."
        )
        if self._empty_order() is not None:
            self.screen.say(SPEAKING)
        elif menu.takes_text(self._options_from(self.draft)):
            self.screen.say("In a text of your own, an ! at the end is part of the text.")
        width = max(len(name) for name in COMMANDS)
        for name, meaning in COMMANDS.items():
            self.screen.say(f"  {name:{width}}  {meaning}")
        self.screen.say(self.game.words.notation())
        examples = menu.examples(menu.completions(self._options_from(None), self._write))
        self.screen.say("For example, in this position:\n" + "\n".join(f"  {example}" for example in examples))

    def _options(self, word: str) -> None:
        entries = menu.listing(self._options_from(self.draft), self._write)
        found = [entry for entry in entries if word.casefold() in entry.casefold()]
        if not found:
            self.screen.say(f"None of {counted(len(entries), 'order')} has {word!r} in it.")
        else:
            self.screen.page(lambda: self.screen.columns(found))

    def _tell_all(self) -> None:
        if self._news:
            self.screen.page(lambda: tell(self.screen, self._news))
        else:
            self.screen.say("Nothing has happened since your last turn.")

    def _rules(self, rule: str) -> None:
        try:
            page = rule_page(self.game)
            if rule:
                rules = rules_by_id((self.game,))
                page = rules[find(rule, tuple(rules), "rule")]
        except BadInput as error:
            self.screen.say(str(error), "red")
        else:
            self.screen.page(lambda: show_markdown(self.screen.out, page))

    def _save(self, name: str) -> None:
        save_as(self.screen, self.match, name)

    def _resign(self) -> None:
        if self.screen.confirm(f"{self.screen.cast.name(self.seat)}, do you want to give up?"):
            self.match = self.match.resign(self.seat)
            self._over = True

    def _quit(self) -> None:
        raise Left


def tell(screen: Screen, news: Iterable[Group]) -> None:
    """News, each group below its title."""
    for group in news:
        screen.say(group.title, "bold")
        for sentence in group.sentences:
            screen.say(f"  · {sentence}")


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
        screen.refuse(str(error))
        return False
    screen.say(f"Saved as {path}")
    return True
