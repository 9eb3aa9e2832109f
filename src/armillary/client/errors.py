"""Everything that can go wrong between a client and a server, drawn once.

ClientError
├── ServerSaid       the server has answered, and the answer is a problem
├── BadAnswer        the server has answered, and the answer is not understood
└── ServerAway       the server does not answer
    └── AnswerLost   something was sent, and its fate is unknown
"""

from __future__ import annotations

from armillary.api.problems import Problem, ViolationTold
from armillary.core.errors import ArmillaryError

TEMPORARY = (429, 503)
"""The statuses of problems that pass by themselves."""


class ClientError(ArmillaryError):
    """The root: catch this to catch everything that a client raises on purpose."""

    @property
    def passes(self) -> bool:
        """May the same request succeed a little later?"""
        return False


class ServerSaid(ClientError):
    """The server refused; `wait` is how many seconds it asks to wait before the next try."""

    def __init__(self, problem: Problem, wait: float = 0) -> None:
        self.problem = problem
        self.wait = wait
        super().__init__(f"{problem.code}: {problem.detail}")

    @property
    def passes(self) -> bool:
        """While a server is busy or stopping, it says so."""
        return self.status in TEMPORARY

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.problem.status

    @property
    def code(self) -> str:
        """What went wrong, for programs."""
        return self.problem.code

    @property
    def detail(self) -> str:
        """What went wrong, for people."""
        return self.problem.detail

    @property
    def violations(self) -> tuple[ViolationTold, ...]:
        """What is wrong with an order or a config."""
        return self.problem.violations


class BadAnswer(ClientError):
    """An answer that is malformed or of the wrong shape: another server, another version, or something in between."""


class ServerAway(ClientError):
    """The server does not answer, and the client has lost its patience."""

    @property
    def passes(self) -> bool:
        """It may come back."""
        return True


class AnswerLost(ServerAway):
    """The connection was lost before the answer came. The request may have been carried out: look before you repeat."""
