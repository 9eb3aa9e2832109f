"""A match at one terminal: people take turns at the keyboard, bots answer, and everybody sees what they may know.

No secret stays on the screen for the next person: where orders are secret until all are in, or the game hides more
than that, a hand-over page comes between any two people.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from armillary.core.contract import AnyGame, Step
from armillary.core.match import AnyMatch
from armillary.core.values import Seat
from armillary.terminal import show
from armillary.terminal.players import bots_at, decide
from armillary.terminal.prompt import Left, Prompt, offer_to_save
from armillary.terminal.screen import Screen


class Table:
    """The match, who plays it, and the news that each person has not seen yet."""

    def __init__(self, match: AnyMatch, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self._bots = bots_at(match)
        self._news: dict[Seat, list[str]] = {seat: [] for seat in match.seats if seat not in self._bots}
        self._holder: Seat | None = None
        """Who has the keyboard."""
        self._shown: tuple[Seat, str] | None = None
        """Whose position of which phase the screen shows."""
        self._taken_back: Any = None
        """An order withdrawn at the hand-over: the draft to go on from."""
        self._last: tuple[Step[Any], ...] = ()
        """What the last move at this table resolved; nothing in a resumed match."""
        if match.step == 0:
            self._collect(match.recent)

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.match.game

    @property
    def people(self) -> list[Seat]:
        """The people who have not given up."""
        return [seat for seat in self._news if seat in self.match.standing]

    def run(self) -> None:
        """Play until the match is over or the people leave."""
        self._greet()
        try:
            while waiting := self.match.waiting_for:
                person = next((seat for seat in waiting if seat not in self._bots), None)
                if person is None:
                    self._let_bot_play(waiting[0])
                elif self._pass_keyboard_to(person):
                    self._let_person_play(person)
            self._finish()
        except EOFError:
            self.screen.say("\nLeft without saving.")
        except Left:
            self.screen.say("Goodbye.")

    # -- turns -------------------------------------------------------------------------------------------

    def _let_bot_play(self, seat: Seat) -> None:
        self._shown = None
        self._advance(self.match.submit(seat, decide(self.match, seat, self._bots[seat])))

    def _let_person_play(self, seat: Seat) -> None:
        prompt = Prompt(self.match, seat, self.screen, self._taken_back)
        self._taken_back = None
        self._present(prompt)
        self._advance(prompt.run())

    def _present(self, prompt: Prompt) -> None:
        """The news, and the position unless this person has already seen it in this phase."""
        phase = self.game.rules.phase(self.match.state)
        new_page = self._shown != (prompt.seat, phase.key)
        if new_page:
            show.heading(self.screen.out, f"{self.game.title} · {phase.name} {phase.round} · Player {prompt.seat}")
        self._show_news(self._news[prompt.seat])
        self._news[prompt.seat].clear()
        if new_page:
            prompt.look()
        self._shown = (prompt.seat, phase.key)

    def _advance(self, match: AnyMatch) -> None:
        self.match = match
        self._last = match.recent
        self._collect(match.recent)

    def _collect(self, steps: Iterable[Step[Any]]) -> None:
        """Note for every person what they may know of these steps."""
        for step in steps:
            for seat, news in self._news.items():
                news.extend(show.news(self.game, step.events, self.game.sight.view(step.state, seat)))

    # -- between people ----------------------------------------------------------------------------------

    def _pass_keyboard_to(self, seat: Seat) -> bool:
        """True once this person is at the keyboard, False when the one before has taken their order back."""
        secret = self.game.hidden or len(self.match.to_act) > 1
        if len(self.people) > 1 and secret and self._holder != seat:
            return self._hand_over(seat)
        self._holder = seat
        return True

    def _hand_over(self, seat: Seat) -> bool:
        last = self._holder if self._holder in self.match.pending else None
        if self._holder is not None:
            self.screen.clear()
        self._shown = None
        show.heading(self.screen.out, self.game.title)
        self.screen.say(f"Hand the keyboard to Player {seat}.", "bold")
        if last:
            self.screen.say(f"Player {last}'s order is in. Player {last}: type 'undo' to take it back.")
        answer = self.screen.ask(f"Player {seat}, press Enter ").lower()
        if answer == "quit":
            offer_to_save(self.screen, self.match, "Save the match?")
            raise Left
        if answer == "undo" and last:
            self._taken_back = self.match.pending[last]
            self.match = self.match.withdraw(last)
            return False
        self._holder = seat
        self.screen.clear()
        return True

    # -- beginning and end -------------------------------------------------------------------------------

    def _greet(self) -> None:
        self.screen.say(f"{self.game.title}. {self.game.summary}", "bold")
        self.screen.say("At the table: " + ", ".join(show.player(self.match, seat) for seat in self.match.seats) + ".")
        self.screen.say("Type 'help' to see what you can do.")

    def _finish(self) -> None:
        """What happened last, the final position and who won: for the one person still playing, or else for all."""
        assert self.match.outcome
        viewer = self.people[0] if len(self.people) == 1 else None
        view = self.game.sight.view(self.match.state, viewer)
        show.heading(self.screen.out, f"{self.game.title} · the end")
        self._show_news(self._news[viewer] if viewer else self._last_news(view))
        self.screen.say(self.game.words.describe(view))
        show.ending(self.screen.out, self.match, self.match.outcome)
        offer_to_save(self.screen, self.match, "Save the record of this match?")

    def _show_news(self, news: Sequence[str]) -> None:
        show.points(self.screen.out, news)
        if news:
            self.screen.say("")

    def _last_news(self, view: Any) -> list[str]:
        return [sentence for step in self._last for sentence in show.news(self.game, step.events, view)]
