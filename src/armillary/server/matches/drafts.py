"""Drafts: an order somebody is still thinking about, and everything there is to know about it. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from armillary.api.tables import Considered, Draft
from armillary.core import codec, trees
from armillary.core.contract import AnyGame
from armillary.core.errors import BadData, BadInput
from armillary.core.match import AnyMatch
from armillary.core.values import Path, Seat, Violation, refusals
from armillary.server.matches.telling import MAX_VIOLATIONS_TOLD, Teller, Voice

MAX_ROUNDS = 4
MAX_VIOLATIONS = 50
"""Of an order with more of them than this, no part is looked for that may stay."""

SHORT = 32_768
"""Bytes that are decoded in no time, whatever they are."""
LOOSE = 4
"""How many times as long as it needs to be an order may be written: with white space, or escaped."""
HARMLESS = 200
"""Bytes of an order that need not be looked at more closely."""


def require_short(length: int, match: AnyMatch, what: str) -> None:
    """Raise `BadData` where this many bytes are more than any order of this match needs, now or at its beginning.

    What will be refused is not worth decoding. An order that is repeated may be of an earlier step.
    """
    if length <= SHORT:
        return
    to_act, longest_order = match.game.rules.to_act, match.game.service.longest_order
    longest = [longest_order(on, seat) for on in (match.state, match.opening) for seat in to_act(on)]
    most = SHORT + LOOSE * max(longest, default=0)
    if length > most:
        raise BadData(f"{what}: This has {length} bytes. No order in this match needs more than {most}.")


def require_sensible(match: AnyMatch, seat: Seat, written: str, loose: int = 1) -> None:
    """Raise `BadInput` for an order that is longer than any that this seat could mean.

    Nobody stores nonsense, and to explain what is wrong with all of it takes long.
    """
    length, longest_order = len(written.encode()), match.game.service.longest_order
    if length > HARMLESS and seat in match.to_act and length > (most := loose * longest_order(match.state, seat)):
        raise BadInput(f"This order has {length} bytes. No valid order needs more than {most} now.")


def read(draft: Draft[Any], match: AnyMatch, seat: Seat) -> Any:
    """The order that is meant; raises `BadNotation`, and `BadInput` where two are given or one is too long."""
    if draft.order is not None and draft.notation is not None:
        raise BadInput("Give an order as data or in the game's notation, not both.")
    if draft.order is not None:
        return draft.order
    notation = draft.notation or ""
    require_sensible(match, seat, notation, LOOSE)
    return match.game.words.parse_order(notation, match.game.sight.view(match.state, seat))


def consider(match: AnyMatch, seat: Seat, draft: Draft[Any], voice: Voice) -> Considered[Any, Any]:
    """Everything about a draft; raises `NotNow` for a seat that will give no more orders, and what `read` does."""
    game, step, ahead = match.game, match.step, seat not in match.to_act
    if ahead and game.ahead and seat in match.standing and not match.outcome:
        match = msgspec.structs.replace(match, state=game.ahead(match.state, seat)).judged()
    if seat not in match.to_act or seat in match.resigned:
        match.check(seat, None)  # raises, and says why
    state, view = match.state, game.sight.view(match.state, seat)
    order = game.rules.default_order(state, seat) if draft.is_empty else read(draft, match, seat)
    require_sensible(match, seat, codec.encode(order).decode())
    preview = game.sight.preview(state, seat, order)
    violations = preview.violations
    options = game.sight.options(state, seat, legal_part(game, state, seat, order, violations))
    return Considered(
        step=step,
        ahead=ahead,
        order=order,
        notation=game.words.format_order(order, view),
        violations=Teller(game, view, voice).violations(violations),
        preview=msgspec.structs.replace(preview, violations=violations[:MAX_VIOLATIONS_TOLD]),
        forecast="" if refusals(violations) else voice.say(game.words.forecast(preview, view)),
        options=game.words.label(options, view),
    )


def legal_part(game: AnyGame, state: Any, seat: Seat, order: Any, violations: Sequence[Violation]) -> Any:
    """The order without the parts that something is wrong with; None where nothing legal is left of it."""
    default = game.rules.default_order(state, seat)
    for _ in range(MAX_ROUNDS):
        if not violations:
            return order
        if len(violations) > MAX_VIOLATIONS:
            return None
        for path in sorted({each.path for each in violations}, key=_by_place, reverse=True):
            order = _without(order, path, default)
        violations = game.rules.check(state, seat, order)
    return None


def _by_place(path: Path) -> tuple[tuple[bool, int, str], ...]:
    """Sorts paths so that what is taken out last first leaves the places of the others as they are."""
    return tuple((isinstance(part, int), part if isinstance(part, int) else 0, str(part)) for part in path)


def _without(order: Any, path: Path, default: Any) -> Any:
    """The order without the item of a list that the path leads into; where it leads into none, with what is there as
    it usually is, or without it."""
    tree, usual = codec.tree(order), codec.tree(default)
    items = [end for end, part in enumerate(path, start=1) if isinstance(part, int)]
    for end in reversed(items or range(1, len(path) + 1)):
        try:
            return msgspec.convert(_taken_out(tree, path[:end], usual), type(order))
        except (LookupError, TypeError, msgspec.ValidationError):
            continue
    return default


def _taken_out(tree: Any, part: Path, usual: Any) -> Any:
    if isinstance(part[-1], str):
        with suppress(LookupError):
            return trees.put(tree, part, trees.get(usual, part))
    return trees.drop(tree, part)
