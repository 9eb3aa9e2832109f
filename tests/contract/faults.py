"""Stellar Skirmish with one fault each: what the contract suite must catch."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec

from armillary.core.contract import AnyGame, Step
from armillary.core.dice import Dice
from armillary.core.options import Choice, Options, Template
from armillary.core.values import Outcome, Violation, rank
from armillary.games.skirmish import hints, rules, service, sight, words
from armillary.games.skirmish.game import GAME
from armillary.games.skirmish.model import Config, GameEndReason, Planet, Play, Preview, State, View, Won


def _but(part: ModuleType, **changed: Callable[..., Any]) -> Any:
    """The part of the game with some functions replaced."""
    return SimpleNamespace(**{**vars(part), **changed})


def _face_down_card_in_a_view(state: State, seat: int | None) -> View:
    index = state.current_planet_index
    honest = sight.view(state, seat)
    face_down = state.setup.planet_deck[index + (not honest.in_pot) :]
    return msgspec.structs.replace(honest, undealt=tuple(planet.id for planet in face_down))


def _deck_order_in_an_event(state: State, orders: Mapping[int, Play], dice: Dice) -> Step[State]:
    step = rules.resolve(state, orders, dice)
    rest = tuple(planet.id for planet in state.setup.planet_deck[step.state.current_planet_index :])
    return msgspec.structs.replace(step, events=(*step.events, Won(winner=1, card=0, planets=rest, rule="SS-6")))


def _first_come_first_served(state: State, orders: Mapping[int, Play], dice: Dice) -> Step[State]:
    return rules.resolve(state, dict(zip(sorted(orders), orders.values(), strict=True)), dice)


def _global_shuffle(config: Config, seats: int, dice: Dice) -> Step[State]:
    deck = list(Planet.default_deck())
    random.shuffle(deck)
    return rules.start(Config(planets=tuple(deck), shuffle=False), seats, dice)


def _hash_ordered_shuffle(config: Config, seats: int, dice: Dice) -> Step[State]:
    deck = tuple(
        {planet.id: planet for planet in Planet.default_deck()}[name] for name in {f"P{n}" for n in range(1, 16)}
    )
    return rules.start(Config(planets=deck, shuffle=False), seats, dice)


def _option_that_is_refused(state: State, seat: int, draft: Play | None = None) -> Options[Play]:
    (template,) = sight.options(state, seat, draft).templates
    return Options((Template(template.order, (Choice(("card",), (*state.hands[seat - 1], 99)),)),))


def _option_that_is_missing(state: State, seat: int, draft: Play | None = None) -> Options[Play]:
    (template,) = sight.options(state, seat, draft).templates
    return Options((Template(template.order, (Choice(("card",), tuple(sorted(state.hands[seat - 1]))[:1]),)),))


def _preview_that_peeks(state: State, seat: int, order: Play) -> Preview:
    honest = sight.preview(state, seat, order)
    return msgspec.structs.replace(honest, stake_victory_points=state.setup.planet_deck[-1].victory_points)


def _worlds_all_alike(view: View, dice: Dice) -> State:
    honest = sight.sample_world(view, dice)
    face_up = () if view.in_pot else view.stake
    deck = tuple(view.planets[planet] for planet in (*view.dealt, *face_up, *view.undealt))
    return msgspec.structs.replace(honest, setup=msgspec.structs.replace(honest.setup, planet_deck=deck))


def _fates_left_out(state: State, orders: Mapping[int, Play], dice: Dice) -> Step[State]:
    return msgspec.structs.replace(rules.resolve(state, orders, dice), fates=())


def _default_that_is_illegal(state: State, seat: int) -> Play:
    return Play(-1)


def _refusal_without_rule(state: State, seat: int, order: Play) -> tuple[Violation, ...]:
    return tuple(msgspec.structs.replace(fault, rule="") for fault in rules.check(state, seat, order))


def _anything_goes(state: State, seat: int, order: Play) -> tuple[Violation, ...]:
    return ()


def _reason_that_is_an_enum(state: State) -> Outcome | None:
    honest = rules.outcome(state)
    return honest and msgspec.structs.replace(honest, reason=GameEndReason(honest.reason))


def _never_ending(state: State, orders: Mapping[int, Play], dice: Dice) -> Step[State]:
    return Step(state, (), rules.resolve(state, orders, dice).fates)


def _notation_that_loses(order: Play, view: View) -> str:
    return f"play {order.card % 10}"


def _order_without_words(order: Play, view: View) -> str:
    return ""


def _position_that_loses(state: State) -> str:
    return words.format_state(msgspec.structs.replace(state, battle=1))


def _bound_that_is_not_kept(config: Config, seats: int) -> tuple[Violation, ...]:
    return tuple(fault for fault in rules.check_config(config, seats) if fault.path[:1] != ("fleet_values",))


def _setup_that_changes(state: State, seat: int | None) -> View:
    honest = sight.view(state, seat)
    return msgspec.structs.replace(honest, setup=msgspec.structs.replace(honest.setup, seats=state.battle))


def _label_that_is_missing(options: Options[Play], view: View) -> Options[Play]:
    (template,) = words.label(options, view).templates
    return Options((msgspec.structs.replace(template, label=""),))


def _a_point_for_the_first_seat(state: State) -> Outcome | None:
    honest = rules.outcome(state)
    if honest is None:
        return None
    scores = (honest.scores[0] + 1, *honest.scores[1:])
    ranking = rank(scores)
    return Outcome(ranking[0], ranking, scores, honest.reason)


def _game(**parts: Any) -> AnyGame:
    return replace(GAME, **parts)


FAULTS: dict[str, tuple[AnyGame, str]] = {
    "face_down_card_in_a_view": (_game(sight=_but(sight, view=_face_down_card_in_a_view)), "views show nothing"),
    "deck_order_in_an_event": (
        _game(rules=_but(rules, resolve=_deck_order_in_an_event)),
        "events and fates show nothing",
    ),
    "first_come_first_served": (
        _game(rules=_but(rules, resolve=_first_come_first_served)),
        "neither on hidden chance nor on the sequence",
    ),
    "global_shuffle": (_game(rules=_but(rules, start=_global_shuffle)), "a record replays"),
    "hash_ordered_shuffle": (_game(rules=_but(rules, start=_hash_ordered_shuffle)), "every process plays the same"),
    "option_that_is_refused": (_game(sight=_but(sight, options=_option_that_is_refused)), "changing any one slot"),
    "option_that_is_missing": (
        _game(sight=_but(sight, options=_option_that_is_missing)),
        "every legal order is reached",
    ),
    "preview_that_peeks": (_game(sight=_but(sight, preview=_preview_that_peeks)), "previews show nothing"),
    "worlds_all_alike": (_game(sight=_but(sight, sample_world=_worlds_all_alike)), "sampled worlds differ"),
    "fates_left_out": (_game(rules=_but(rules, resolve=_fates_left_out)), "learns its fate"),
    "default_that_is_illegal": (_game(rules=_but(rules, default_order=_default_that_is_illegal)), "default orders"),
    "longest_that_is_too_short": (
        _game(service=_but(service, longest_order=lambda state, seat: 5)),
        "no legal order is longer",
    ),
    "refusal_without_rule": (_game(rules=_but(rules, check=_refusal_without_rule)), "a code and a rule"),
    "anything_goes": (_game(rules=_but(rules, check=_anything_goes)), "what is not offered does not pass"),
    "reason_that_is_an_enum": (_game(rules=_but(rules, outcome=_reason_that_is_an_enum)), "a reason is plain text"),
    "never_ending": (_game(rules=_but(rules, resolve=_never_ending)), "random play ends"),
    "notation_that_loses": (_game(words=_but(words, format_order=_notation_that_loses)), "orders survive"),
    "order_without_words": (_game(words=_but(words, tell_order=_order_without_words)), "every order can be told"),
    "position_that_loses": (_game(words=_but(words, format_state=_position_that_loses)), "positions survive"),
    "bound_that_is_not_kept": (_game(rules=_but(rules, check_config=_bound_that_is_not_kept)), "a setting's bounds"),
    "setup_that_changes": (_game(sight=_but(sight, view=_setup_that_changes)), "a view's setup never changes"),
    "label_that_is_missing": (_game(words=_but(words, label=_label_that_is_missing)), "every template has a label"),
    "hidden_that_is_not_said": (_game(hidden=False), "where nothing is hidden"),
    "in_turn_that_is_not": (
        _game(simultaneous=False, ahead=lambda state, seat: state),
        "`simultaneous` says",
    ),
    "bot_that_cheats": (
        _game(hints=_but(hints, candidates=lambda state, seat, dice, k: (Play(99),))),
        "candidates are legal",
    ),
}

HASH_ORDERED = FAULTS["hash_ordered_shuffle"][0]

FIRST_SEAT_IS_FAVOURED = _game(rules=_but(rules, outcome=_a_point_for_the_first_seat))
"""Keeps every law but the one for games whose seats are alike."""
