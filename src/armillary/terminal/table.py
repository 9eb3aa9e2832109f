"""A match at one terminal: people take turns at the keyboard, bots answer, and everybody sees what they may know.

No secret stays on the screen for the next person: where orders are secret until all are in, or the game hides more
than that, a hand-over page comes between any two people. The match saves itself after every move of a person, so
that whatever ends the session, it can be resumed; where it cannot, people are told before they begin.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

from armillary.bots.failures import cause_of
from armillary.core.contract import AnyGame
from armillary.core.errors import ArmillaryError
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.terminal import news, saves, show
from armillary.terminal.afterwards import keep_record, rematch_of, wants_rematch
from armillary.terminal.cast import Cast
from armillary.terminal.news import Group
from armillary.terminal.players import Bots
from armillary.terminal.prompt import Left, Prompt, save_as, tell
from armillary.terminal.screen import LEAVE, Screen

RESUME = "armillary play --resume"
UNREPEATABLE = "Start a match with --seed TEXT to be able to repeat it."


class TerminalTable:
    """The match, who plays it, and the news that each person has not seen yet."""

    def __init__(
        self, match: AnyMatch, bots: Bots, screen: Screen, kept: Path | None = None, repeat: str = UNREPEATABLE
    ) -> None:
        self.match = match
        self.screen = screen
        self._bots = bots
        self._news: dict[Seat | None, list[Group]] = {
            seat: [] for seat in (None, *match.seats) if seat not in self._bots
        }
        """By seat; None is everybody, who read the end together."""
        self._first = match
        """The match as this session found it."""
        self._kept = kept
        """Where the match saves itself."""
        self._repeat = repeat
        """How to see a bot fail once more."""
        self._resumed = kept is not None
        self._keeps = True
        """False once the match could not save itself."""
        self._holder: Seat | None = None
        """Who has the keyboard."""
        self._shown: tuple[Seat, str] | None = None
        """Whose position of which phase the screen shows."""
        self._told: list[Group] = []
        """What that person has been told since their turn began."""
        self._taken_back: Any = None
        """An order withdrawn at the hand-over: the draft to go on from."""
        screen.cast = Cast.of(match)
        if match.step == 0:
            for seat, groups in self._news.items():
                groups.extend(news.opening(match, seat))

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.match.game

    @property
    def people(self) -> list[Seat]:
        """The people who have not given up."""
        return [seat for seat in self._news if seat in self.match.standing]

    def run(self) -> TerminalTable | None:
        """Play until the match is over or the people leave; gives the table of a rematch if they want one.

        Ctrl-C is passed on, once it is said where the match is.
        """
        try:
            self._greet()
            self._play()
            if self._finish():
                return TerminalTable(*rematch_of(self.match, self._bots), self.screen)
        except EOFError:
            self._say_where_it_is_kept()
        except KeyboardInterrupt:
            self._say_where_it_is_kept()
            raise
        return None

    def _play(self) -> None:
        try:
            while waiting := self.match.waiting_for:
                person = next((seat for seat in waiting if seat not in self._bots), None)
                if person is None:
                    self._let_bot_play(waiting[0])
                elif self._pass_keyboard_to(person):
                    self._let_person_play(person)
        except Left:
            self._leave()

    # -- turns -------------------------------------------------------------------------------------------

    def _let_bot_play(self, seat: Seat) -> None:
        self._shown = None
        try:
            after = self.match.submit(seat, self._bots[seat].order_in(self.match, seat))
        except (Exception, SystemExit) as error:  # noqa: BLE001 (anybody's code: whatever it does, the match goes on)
            failed = f"The bot of Player {seat} failed in step {self.match.step} and plays its default order."
            self.screen.say(f"{failed} {cause_of(error)}\n{self._repeat}", "yellow")
            after = self.match.submit(seat, self.game.rules.default_order(self.match.state, seat))
        self._advance(after)

    def _let_person_play(self, seat: Seat) -> None:
        phase = self.game.rules.phase(self.match.state)
        goes_on = self._shown == (seat, phase.key)
        unread, self._news[seat] = news.gathered(self._news[seat]), []
        self._told = news.gathered([*self._told, *unread]) if goes_on else unread
        prompt = Prompt(self.match, seat, self.screen, self._told, self._taken_back)
        self._taken_back = None
        if goes_on:
            tell(self.screen, unread)
            prompt.recall()
        else:
            self.screen.head(f"{self.game.title} · {news.round_title(phase)} · Player {seat}")
            prompt.present()
        self._shown = (seat, phase.key)
        self._advance(prompt.run())
        self._keep()

    def _advance(self, match: AnyMatch) -> None:
        """Go on, and note for everybody what they may know of it."""
        for seat, groups in self._news.items():
            groups.extend(news.since(self.match, match, seat))
        self.match = match
        self._news[None] = self._news[None][-1:]

    # -- between people ----------------------------------------------------------------------------------

    def _pass_keyboard_to(self, seat: Seat) -> bool:
        """True once this person is at the keyboard, False when the one before has taken their order back."""
        if self._holder not in (None, seat):
            self.screen.forget()
        secret = self.game.hidden or len(self.match.to_act) > 1
        if len(self.people) > 1 and secret and self._holder != seat:
            return self._hand_over(seat)
        self._sit_down(seat)
        return True

    def _hand_over(self, seat: Seat) -> bool:
        """The person before may still take their order back; once the page is cleared, nobody can."""
        last = self._holder if self._holder in self.match.pending else None
        if last:
            answer = self.screen.ask("Your order is in. Press Enter to hand over, or 'undo' to change it: ").lower()
            if answer == "undo":
                self._taken_back = self.match.pending[last]
                self.match = self.match.withdraw(last)
                return False
            if answer in LEAVE:
                raise Left
        if self._holder is not None:
            self.screen.clear()
        self._shown = None
        self.screen.head(self.game.title)
        self.screen.say(f"Hand the keyboard to Player {seat}.", "bold")
        if self.screen.ask(f"{self.screen.cast.name(seat)}, press Enter ").lower() in LEAVE:
            raise Left
        self.screen.clear()
        self._sit_down(seat)
        return True

    def _sit_down(self, seat: Seat) -> None:
        self._holder = seat
        self.screen.cast = Cast.of(self.match, seat)

    # -- beginning and end -------------------------------------------------------------------------------

    def _greet(self) -> None:
        self.screen.say(f"{self.game.title}. {self.game.summary}", "bold")
        players = [self.screen.cast.label(seat) for seat in self.match.seats]
        show.say(self.screen.out, Text("At the table: ").append_text(Text(", ").join(players)).append("."))
        self.screen.say("Type 'help' to see what you can do, 'hint' for advice, and 'rules' to read the rules.")
        try:
            saves.require_writable(saves.state_folder())
        except ArmillaryError as error:
            self._cannot_save(error)

    def _finish(self) -> bool:
        """What happened last, the final position and who won: for the one person still playing, or else for all.

        True if the people want a rematch.
        """
        if not self.match.outcome:
            return False
        viewer = self.people[0] if len(self.people) == 1 else None
        self.screen.cast = Cast.of(self.match, viewer)
        view = self.game.sight.view(self.match.state, viewer)
        self.screen.head(f"{self.game.title} · the end")
        tell(self.screen, news.gathered(self._news[viewer]))
        self.screen.draw(self.screen.position(self.game, view))
        show.ending(self.screen.out, self.match, self.match.outcome, viewer)
        self._drop()
        if not self._first.outcome:
            keep_record(self.screen, self.match)
        return wants_rematch(self.screen, self.match)

    # -- saving ------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Save the match, so that it can be resumed whatever happens."""
        if self.match.outcome or not self._keeps:
            return
        try:
            self._kept = self._kept or saves.reserve(saves.state_folder(), self.game.slug)
            saves.save(self.match, str(self._kept))
        except ArmillaryError as error:
            self._cannot_save(error)

    def _cannot_save(self, error: ArmillaryError) -> None:
        self._keeps = False
        self.screen.warn(f"The match cannot save itself. {error} Before you leave, save it yourself: save FILE")

    def _drop(self) -> None:
        if self._kept:
            self._kept.unlink(missing_ok=True)
            self._kept = None

    def _leave(self) -> None:
        """A player quits: ask where to save the match."""
        if self.match is not self._first:
            self._keep()
            default = self._kept or saves.unused(Path(), self.game.slug)
            self._offer_to_save("Save the match?", default, enter_means=True)
        elif self._kept:
            self.screen.say(f"The match is still saved as {self._kept}")
        self.screen.say("Goodbye.")

    def _offer_to_save(self, question: str, default: Path, *, enter_means: bool) -> None:
        """Ask until the match is saved or need not be."""
        while self.screen.choose(question, enter_means=enter_means):
            name = self.screen.ask(f"File name (Enter: {default}): ") or str(default)
            if Path(name) == self._kept:
                self.screen.say(f"Saved as {name}\nResume it with: {RESUME}")
                return
            if save_as(self.screen, self.match, name):
                break
        if not self._resumed:
            self._drop()

    def _say_where_it_is_kept(self) -> None:
        played = self.match is not self._first
        if played:
            self._keep()
        if self._kept and (self._keeps or not played):
            self.screen.say(f"\nSaved as {self._kept}\nResume it with: {RESUME}")
        elif self.match.outcome:
            self.screen.say("")
        elif played:
            self.screen.say("\nThe match could not be saved: what was played since it began is lost.", "yellow")
        else:
            self.screen.say("\nNothing was played, so there is nothing to save.")
