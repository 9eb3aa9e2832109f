"""The client: everything a player can do at a match server, typed, from a program that blocks or is awaited.

It needs the extra `client`.
"""

from armillary.api.terms import NewMatch, SeatPlan
from armillary.client.command import Visit, attend, run
from armillary.client.errors import AnswerLost, BadAnswer, ClientError, ServerAway, ServerSaid
from armillary.client.http import AsyncClient, Client
from armillary.client.playing import play

__all__ = [
    "AnswerLost",
    "AsyncClient",
    "BadAnswer",
    "Client",
    "ClientError",
    "NewMatch",
    "SeatPlan",
    "ServerAway",
    "ServerSaid",
    "Visit",
    "attend",
    "play",
    "run",
]
