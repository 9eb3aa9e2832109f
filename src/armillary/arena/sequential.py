"""When is it decided who is better? A test that may be looked at after every deal, and stops when it knows.

The question is whether a bot's mean share of the points is what is fair, one divided by the number of seats. Somebody
bets against that, first a little and then by what was seen so far: a capital of 1 is multiplied, deal by deal, by
1 + bet * (share - fair). While the mean is fair, no way of betting makes the capital grow in expectation, and so the
chance that it ever reaches 1 / ERROR is at most ERROR, whenever one looks (Ville's inequality). There are two such
bettors, one for better and one for worse, each with half the error.

A deal is one seed, played once from every seat: its games belong together, deals do not. Nothing else is assumed:
shared points and any number of seats are fine. This is a test by betting (Waudby-Smith and Ramdas, "Estimating means of
bounded random variables by betting", 2024). Unlike the sequential probability ratio test, it needs no guess of how much
better the better one is.
"""

from __future__ import annotations

from typing import Literal

ERROR = 0.05
"""How often, at most, equal bots are called unequal."""

BOLDEST = 0.5
"""No bet risks more than this part of the capital."""


class Bettor:
    """Whether the mean of shares from 0 to 1 is what is fair, as far as seen."""

    def __init__(self, fair: float) -> None:
        self._fair = fair
        self._better = self._worse = 1.0
        self._seen = 0
        self._sum = fair
        self._squares = 0.25
        self.verdict: Literal["better", "worse"] | None = None
        """Stands once it is given."""

    def add(self, share: float) -> None:
        """One more deal. The bet on it depends on those before it only."""
        mean = self._sum / (self._seen + 1)
        gain = mean - self._fair
        bet = gain / (self._squares / (self._seen + 1) + gain**2)
        self._better *= 1 + min(max(bet, 0), BOLDEST / self._fair) * (share - self._fair)
        self._worse *= 1 + max(min(bet, 0), -BOLDEST / (1 - self._fair)) * (share - self._fair)
        self._seen += 1
        self._sum += share
        self._squares += (share - self._sum / (self._seen + 1)) ** 2
        if self.verdict is None and max(self._better, self._worse) >= 2 / ERROR:
            self.verdict = "better" if self._better > self._worse else "worse"
