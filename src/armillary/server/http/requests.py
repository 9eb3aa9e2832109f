"""Requests as routes take them: their bodies, the parameters that many have, and their addresses read strictly."""

from __future__ import annotations

import math
from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.params import PathParameter, QueryParameter
from litestar.types import Receive

from armillary.api.terms import MAX_SEATS, MAX_SEQ
from armillary.core import codec
from armillary.core.errors import BadData
from armillary.server.door.input import (
    UNDECODED,
    is_plain_path,
    parameters_of,
    require_plain,
    require_short_numbers,
)
from armillary.server.errors import NotFound

Marks = Annotated[
    bool, QueryParameter(description="In sentences, write marks like ⟦2⟧ for players instead of their names.")
]
Since = Annotated[int, QueryParameter(ge=0, le=MAX_SEQ, description="Answer with what came after this seq.")]
AsSeat = Annotated[
    int | None,
    QueryParameter(
        name="seat", ge=1, le=MAX_SEATS, description="The seat you view or act from; required if you hold several."
    ),
]

MAX_ID_LENGTH = 32
"""Characters of an id: ours have fewer."""
MatchId = Annotated[str, PathParameter(max_length=MAX_ID_LENGTH, description="The id of the match.")]


class AnyRequest(Request[Any, Any, State]):
    """A request whose body may be anything: one that is not JSON is the sender's fault, whatever is wrong with it."""

    _whole: bytes | None = None

    async def body(self) -> bytes:
        """The body as it came. It is read here, since the framework's generator is slow."""
        if self._whole is None:
            most = self.route_handler.resolve_request_max_body_size() or math.inf
            if (self.content_length or 0) > most:
                raise RequestEntityTooLarge
            self._whole = await read_body(self.receive, most)
        return self._whole

    async def json(self) -> Any:
        """The body; as it came where the route decodes it itself."""
        body = await self.body()
        require_short_numbers(body, "body")
        if UNDECODED in self.route_handler.opt:
            return body
        field: Any = self.route_handler.parsed_data_field
        return codec.decode(body, field.annotation, "body")  # the framework would take "2" for 2


async def read_body(receive: Receive, most: float) -> bytes:
    """A body with at most this many bytes; raises `RequestEntityTooLarge`, or `BadData` where it is cut off."""
    parts, size, goes_on = [], 0, True
    while goes_on:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise BadData("body: The body ended too soon.")
        parts.append(message.get("body", b""))
        size, goes_on = size + len(parts[-1]), message.get("more_body", False)
        if size > most:
            raise RequestEntityTooLarge
    return b"".join(parts)


async def check_address(request: Request[Any, Any, Any]) -> None:
    """Raises `NotFound` or `BadInput` for an address that is not spelled as the API's document says.

    It is done before anything else of a request is read.
    """
    scope: Any = request.scope
    numbers = [each for each in scope["path_params"].values() if isinstance(each, int)]
    if not is_plain_path(scope["raw_path"], numbers):
        raise NotFound("There is nothing at this address.")
    if query := scope["query_string"]:
        require_plain(query, parameters_of(scope["route_handler"]))
