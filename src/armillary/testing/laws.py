"""The laws of play: each function takes a game and its trials and raises `ContractBroken` where one is broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from armillary.core import codec, record
from armillary.core.contract import AnyGame, BotInfo, Preset, TalkKind
from armillary.core.dice import FastDice, KeyedDice
from armillary.core.errors import ArmillaryError, OrderRefused
from armillary.core.match import AnyMatch, Match
from armillary.core.options import Choice, Options, change
from armillary.core.seeds import seed_from
from armillary.core.values import Outcome, Path, Violation, path_text, refusals
from armillary.testing.orders import distance, is_offered, leaves, spoilt, steps_towards, values
from armillary.testing.play import MAX_STEPS, Trial, expect, expect_legal

MAX_WALKS = 400
MAX_STRENGTH = 5


# -- shape -------------------------------------------------------------------------------------------------


def the_game_is_well_formed(game: AnyGame, trials: Sequence[Trial]) -> None:  # noqa: ARG001
    """Slug, version, seats, types and presets are what everything else relies on."""
    expect(game.slug.isidentifier() and game.slug.islower(), "a slug is a lower-case identifier", game.slug)
    expect(
        game.version >= 1 and 1 <= game.seats[0] <= game.seats[1],
        "the version is 1 or more, and the seats are 1 or more, fewest first",
        game,
    )
    expect({"standard", "lesson"} <= set(game.presets), "there are presets standard and lesson", tuple(game.presets))
    expect(game.turn in ("plan", "series"), "a turn is a plan or a series", game.turn)
    expect((game.ahead is None) == game.simultaneous, "games played in turn say what to plan on ahead", game.ahead)
    introduced: list[tuple[str, Preset[Any] | BotInfo]] = [*game.presets.items()]
    introduced += [(info.name, info) for info in game.hints.bots]
    for name, told in introduced:
        expect(told.about.endswith("."), "every preset and every bot is told of in a sentence", name)
    names = [info.name for info in game.hints.bots]
    expect(len(names) == len(set(names)), "every bot has a name of its own", names)
    for info in game.hints.bots:
        expect(info.title and 1 <= info.strength <= MAX_STRENGTH, "every bot has a title and a strength", info.name)
        expect(info.budget >= 1, "every bot may spend something", info.name)
    expect(game.service.talk in get_args(TalkKind), "players talk in public, or in private, too", game.service.talk)
    search = game.hints.search
    expect(search is None or min(search.width, search.simulations) >= 1, "a search looks at something", search)
    for name in settings_without_meaning(game.config):
        expect(False, "every setting says what it means", name)
    expect(game.state.__struct_fields__[0] == "setup", "a state begins with its setup", game.state)
    for name, kind in (("order", game.order), ("config", game.config), ("view", game.view), ("event", game.event)):
        expect(msgspec.json.schema(kind), f"every {name} has a JSON Schema", kind)
    for name, preset in game.presets.items():
        for seats in range(game.seats[0], game.seats[1] + 1):
            faults = game.rules.check_config(preset(seats), seats)
            expect(not faults, "every preset is playable with every number of seats", (name, seats, faults))
            expect(game.service.size(preset(seats), seats) >= 1, "every match has a size", (name, seats))
            hours = game.service.hours(preset(seats))
            expect(hours is None or hours >= 1, "a round of correspondence takes an hour or more", (name, seats))
    faults = game.rules.check_config(game.presets["standard"](game.seats[0]), 0)
    expect(refusals(faults), "a match without seats is refused", faults)
    _expect_explained(game, faults)


def settings_without_meaning(config: Any) -> list[str]:
    """Those settings, at any depth of a config's schema, that have no description."""
    (_,), parts = msgspec.json.schema_components([config])
    return [
        f"{part}.{name}"
        for part, schema in parts.items()
        for name, setting in schema.get("properties", {}).items()
        if "description" not in setting and "const" not in setting and "enum" not in setting
    ]


def what_never_changes_never_changes(game: AnyGame, trials: Sequence[Trial]) -> None:
    """The setup that views show is the same for everybody, from the first step to the last."""
    for trial in trials:
        setups = {
            codec.encode(game.sight.view(match.state, seat).setup)
            for match in (*trial.situations, trial.end)
            for seat in (None, *match.seats)
        }
        expect(len(setups) == 1, "a view's setup never changes", [setup[:200] for setup in setups])


def plans_are_made_ahead(game: AnyGame, trials: Sequence[Trial]) -> None:
    """In games played in turn, whoever will have a turn can plan it before, on a position that is possible."""
    if game.ahead is None:
        return
    for trial in trials:
        for match in trial.situations:
            for seat in match.seats:
                state = game.ahead(match.state, seat)
                acting = game.rules.to_act(state)
                expect(not game.rules.check_position(state), "a plan is made on a possible position", state)
                expect(acting == (seat,) or seat not in acting, "a plan is made as if it were one's turn", acting)
                expect(state == match.state or seat not in match.to_act, "whose turn it is plans on what is", seat)
                if seat in acting:
                    expect(game.sight.options(state, seat).templates, "there is something to plan", seat)


def positions_survive_serialization(game: AnyGame, trials: Sequence[Trial]) -> None:
    """States, orders and events survive JSON unchanged, and every position reached by play passes `check_position`."""
    for trial in trials:
        for match in (*trial.situations, trial.end):
            data = codec.encode(match.state)
            back: Any = codec.decode(data, game.state)
            expect(back == match.state and codec.encode(back) == data, "states survive JSON", data[:300])
            faults = game.rules.check_position(match.state)
            expect(not faults, "every position that play reaches is possible", faults)
            for step in match.recent:
                for event in step.events:
                    decoded: Any = codec.decode(codec.encode(event), game.event)
                    expect(decoded == event, "events survive JSON", event)
        for match, seat in trial.acting():
            order = game.rules.default_order(match.state, seat)
            expect(codec.decode(codec.encode(order), game.order) == order, "orders survive JSON", order)


# -- course of play ----------------------------------------------------------------------------------------


def turns_are_consistent(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Some seat is to act until there is an outcome, and the outcome is complete."""
    several = False
    for trial in trials:
        for match in trial.situations:
            acting = game.rules.to_act(match.state)
            expect(acting == tuple(sorted(set(acting))), "seats act in seat order, each once", acting)
            expect(set(acting) <= set(match.seats), "only seats act", acting)
            expect(game.rules.outcome(match.state) is None, "no seat is to act once there is an outcome", acting)
            several = several or len(acting) > 1
            phase = game.rules.phase(match.state)
            part, whole = phase.part
            expect(
                phase.round >= 1 and 0 < part <= whole, "rounds count from 1, and a phase is a part of its round", phase
            )
        outcome = game.rules.outcome(trial.end.state)
        expect(outcome is not None, "there is an outcome once no seat is to act", trial.seed)
        if outcome:
            _expect_complete(trial.end, outcome)
    expect(several == game.simultaneous, "`simultaneous` says whether several seats act at once", several)


def _expect_complete(match: AnyMatch, outcome: Outcome) -> None:
    ranked = sorted(seat for group in outcome.ranking for seat in group)
    expect(ranked == list(match.seats), "the ranking names every seat once", outcome)
    expect(set(outcome.winners) <= set(outcome.ranking[0]), "winners rank first", outcome)
    expect(len(outcome.scores) == len(match.seats), "every seat has a score", outcome)
    expect(outcome.reason, "every end has a named reason", outcome)
    expect(type(outcome.reason) is str, "a reason is plain text, not an enum's member", outcome)


def missed_deadlines_end_too(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Default orders are always legal, and a match of default orders comes to an end."""
    for trial in trials:
        for match, seat in trial.acting():
            faults = game.rules.check(match.state, seat, game.rules.default_order(match.state, seat))
            expect(not faults, "default orders are legal", faults)
    abandoned: AnyMatch = Match.begin(game, seats=game.seats[0], seed=seed_from("abandoned"))
    while abandoned.to_act:
        expect(abandoned.step < MAX_STEPS, "a match of default orders comes to an end", abandoned.step)
        abandoned = abandoned.expire()


def orders_have_a_longest(game: AnyGame, trials: Sequence[Trial]) -> None:
    """No order that does what it says is longer than the longest."""
    for trial in trials:
        for match, seat in trial.acting():
            most = game.service.longest_order(match.state, seat)
            orders = [game.rules.default_order(match.state, seat)]
            orders += [template.order for template in game.sight.options(match.state, seat).templates]
            orders += [game.hints.random_order(match.state, seat, FastDice(number)) for number in range(3)]
            for order in orders:
                length = len(codec.encode(order))
                expect(length <= most, "no legal order is longer than the longest", (order, length, most))


def resolution_is_a_function(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Equal inputs give equal results, whatever the sequence of the orders, and the given state is not changed."""
    for trial in trials:
        dice = FastDice(1)
        for match in trial.situations:
            before = codec.encode(match.state)
            orders = {seat: game.hints.random_order(match.state, seat, dice) for seat in match.to_act}
            turned = dict(reversed(orders.items()))
            steps = [
                game.rules.resolve(match.state, given, KeyedDice(match.seed, match.step + 1))
                for given in (orders, orders, turned)
            ]
            expect(codec.encode(match.state) == before, "resolving does not change the given state", before[:300])
            results = {codec.encode(step) for step in steps}
            expect(
                len(results) == 1,
                "resolution depends neither on hidden chance nor on the sequence of the orders",
                orders,
            )


def replays_reproduce_every_hash(game: AnyGame, trials: Sequence[Trial]) -> None:
    """A match replayed from its game, config, seed and orders gives the same hash at every step."""
    for trial in trials:
        again = record.load(record.dump(record.export(trial.end)))
        try:
            replayed = record.verify(again, game)
        except ArmillaryError as error:
            expect(False, "a record replays", error)
        else:
            expect(replayed.hashes == trial.end.hashes, "replays reproduce every hash", trial.seed)


def every_part_of_an_order_learns_its_fate(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Every value of a resolved order is covered by the path of one of its seat's fates."""
    for trial in trials:
        dice = FastDice(2)
        for match in trial.situations:
            orders = {seat: game.hints.random_order(match.state, seat, dice) for seat in match.to_act}
            step = game.rules.resolve(match.state, orders, KeyedDice(match.seed, match.step + 1))
            for seat, order in orders.items():
                paths = [fate.path for fate in step.fates if fate.seat == seat]
                for path in leaves(_without_tag(order)):
                    covered = any(path[: len(fate)] == fate or fate[: len(path)] == path for fate in paths)
                    expect(covered, "every part of a resolved order learns its fate", (order, path_text(path), paths))
            view = game.sight.view(step.state, None)
            for fate in step.fates:
                expect(fate.verdict and fate.rule, "every fate has a verdict and a rule", fate)
                expect(game.words.explain(fate, view).strip(), "every fate has a sentence", fate)


def _without_tag(order: Any) -> Any:
    """The tag only says which kind of order it is; it needs no fate of its own."""
    tree = codec.tree(order)
    config = getattr(order, "__struct_config__", None)
    if config is not None and config.tag_field in tree:
        tree = {key: value for key, value in tree.items() if key != config.tag_field}
    return tree


# -- options -----------------------------------------------------------------------------------------------


def options_keep_their_word(game: AnyGame, trials: Sequence[Trial]) -> None:
    """First law of options: changing any one slot of a legal draft gives an order without violations."""
    for trial in trials:
        dice = FastDice(3)
        for match, seat in trial.acting():
            drafts = (None, game.hints.random_order(match.state, seat, dice))
            for draft in drafts:
                options = game.sight.options(match.state, seat, draft)
                expect(options.templates, "a seat that is to act has options", (seat, draft))
                first = game.rules.default_order(match.state, seat) if draft is None else draft
                expect(options.templates[0].order == first, "the first template is the draft", (first, options))
                for template in options.templates:
                    expect_legal(game, match, seat, template.order, "an example is legal")
                    for slot in template.slots:
                        for value in values(slot, dice):
                            changed = change(template.order, slot, codec.tree(value))
                            expect_legal(game, match, seat, changed, "changing any one slot gives a legal order")


def options_are_labelled(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Words change nothing of options but their labels, and leave nothing for a reader to guess."""
    for trial in trials:
        dice = FastDice(9)
        for match, seat in trial.acting():
            view = game.sight.view(match.state, seat)
            for draft in (None, game.hints.random_order(match.state, seat, dice)):
                plain = game.sight.options(match.state, seat, draft)
                labelled = game.words.label(plain, view)
                expect(_unlabelled(labelled) == plain, "labels change nothing else", (plain, labelled))
                titles = [template.label for template in labelled.templates]
                expect(all(titles) and len(titles) == len(set(titles)), "every template has a label of its own", titles)
                for slot in (slot for template in labelled.templates for slot in template.slots):
                    expect(slot.label, "every slot has a label", slot)
                    if isinstance(slot, Choice):
                        needed = not all(isinstance(value, str) for value in slot.values)
                        expect(len(slot.labels) == len(slot.values) * bool(slot.labels), "a label per value", slot)
                        expect(slot.labels or not needed, "values that are no words have labels", slot)
                        expect(len(slot.labels) == len(set(slot.labels)), "different values, different labels", slot)


def _unlabelled(options: Options[Any]) -> Options[Any]:
    plain: dict[type[Any], dict[str, Any]] = {Choice: {"label": "", "labels": ()}}
    return Options(
        tuple(
            replace(
                template,
                label="",
                slots=tuple(replace(slot, **plain.get(type(slot), {"label": ""})) for slot in template.slots),
            )
            for template in options.templates
        )
    )


def every_legal_order_is_reached(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Second law of options: every legal order is reached from the default order by offered changes."""
    for trial in trials:
        dice = FastDice(4)
        for match, seat in trial.acting():
            targets = {
                codec.encode(order): order
                for order in (
                    game.hints.random_order(match.state, seat, dice),
                    *game.hints.candidates(match.state, seat, dice, 3),
                )
            }
            for target in targets.values():
                expect_legal(game, match, seat, target, "random orders and candidates are legal")
                expect(_reached(game, match, seat, target), "every legal order is reached by options", (seat, target))


def _reached(game: AnyGame, match: AnyMatch, seat: int, target: Any) -> bool:
    """Walk from the default order to the target; a step back is allowed only to try another way."""
    dice, tree = FastDice(5), codec.tree(target)
    draft = game.rules.default_order(match.state, seat)
    ways, seen, walked = [draft], {codec.encode(draft)}, 0
    while ways and walked < MAX_WALKS:
        draft, walked = ways.pop(), walked + 1
        if draft == target:
            return True
        far = distance(codec.tree(draft), tree)
        nearer = steps_towards(target, game.sight.options(match.state, seat, draft), dice)
        for order in reversed(nearer):
            key = codec.encode(order)
            if key not in seen and distance(codec.tree(order), tree) <= far:
                seen.add(key)
                ways.append(order)
    return False


def what_is_not_offered_does_not_pass(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Third law of options: an order that is not offered is refused, void or altered; a refusal changes nothing."""
    for trial in trials:
        dice = FastDice(6)
        for match, seat in trial.acting():
            draft = game.hints.random_order(match.state, seat, dice)
            options = game.sight.options(match.state, seat, draft)
            before = codec.encode(match.state)
            for order in spoilt(game, draft, dice):
                faults = game.rules.check(match.state, seat, order)
                expect(faults or is_offered(order, options), "what is not offered does not pass", (seat, order))
                _expect_explained(game, faults)
                _expect_foreseen(game, match, seat, order, faults)
                if refusals(faults):
                    _expect_refused(match, seat, order)
            expect(codec.encode(match.state) == before, "checking and previewing change nothing", before[:300])


def _expect_foreseen(game: AnyGame, match: AnyMatch, seat: int, order: Any, faults: tuple[Violation, ...]) -> None:
    preview = game.sight.preview(match.state, seat, order)
    expect(preview.violations == faults, "a preview lists everything that is wrong", (order, preview, faults))
    text = game.words.forecast(preview, game.sight.view(match.state, seat))
    expect(text.strip(), "every preview has a text", order)


def _expect_refused(match: AnyMatch, seat: int, order: Any) -> None:
    try:
        match.submit(seat, order)
    except OrderRefused:
        return
    expect(False, "illegal orders change nothing", (seat, order))


def _expect_explained(game: AnyGame, faults: Sequence[Violation]) -> None:
    for fault in faults:
        expect(fault.code and fault.rule, "every violation has a code and a rule", fault)
        expect(game.words.explain(fault).strip(), "every violation has a sentence", fault)
        json_path: Path = fault.path
        expect(codec.encode(fault) and path_text(json_path), "every violation is a JSON value", fault)
