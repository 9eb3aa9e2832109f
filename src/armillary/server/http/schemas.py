"""JSON Schemas of every type that crosses the API, under short names: a game's own types begin with its slug."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

from armillary.core.values import View
from armillary.server.http.meanings import meanings

REF = "#/components/schemas/"
OURS = ("armillary.core.", "armillary.api.")
"""Where types come from that are the same for every game."""

EVERY = "x-every"
"""Stands, until all names are known, for a type that every game has."""

Schema: TypeAlias = dict[str, Any]
Named: TypeAlias = inspect.StructType | inspect.EnumType


class Schemas:
    """The schemas of some types.

    `received` and `sent` are types, each with the slug of the game it belongs to (or an empty text). What we send
    always has all its fields; of what we receive, fields with a default may be left out.
    """

    def __init__(self, received: Mapping[Any, str], sent: Mapping[Any, str], unions: Mapping[str, Any]) -> None:
        self.components: dict[str, Schema] = {}
        self._by_type: dict[str, Schema] = {}
        self._meanings: dict[str, dict[str, str]] = {}
        optional = {each.cls for kind in received for each in _named_within(inspect.type_info(kind))}
        wanted = {**sent, **received, **{union: name.partition(".")[0] for name, union in unions.items()}}
        for slug in sorted({*wanted.values()}):  # one by one: types of different games may share a name
            self._add([kind for kind, owner in wanted.items() if owner == slug], slug, optional)
        self._name_unions(unions)
        self.components = {name: self._with_every(each) for name, each in self.components.items()}
        for name, told in self._meanings.items():
            self.components[name] = _with_meanings(self.components[name], told)

    def _add(self, kinds: list[Any], slug: str, optional: set[Any]) -> None:
        """The types of one game, or of none."""
        found = {each.cls: each for kind in kinds for each in _named_within(inspect.type_info(kind))}
        made, components = msgspec.json.schema_components([*found, *kinds], ref_template="{name}")
        refs = {schema["$ref"]: _name(cls, slug) for cls, schema in zip(found, made, strict=False)}
        for (cls, info), schema in zip(found.items(), made, strict=False):
            finished = _finished(info, components[schema["$ref"]], all_there=cls not in optional)
            name = _name(cls, slug)
            assert self.components.setdefault(name, _renamed(finished, refs)) == _renamed(finished, refs), name
            if isinstance(info, inspect.StructType):
                told = meanings(getattr(cls, "__origin__", cls))
                self._meanings[name] = {each.encode_name: told[each.name] for each in info.fields if each.name in told}
        for kind, schema in zip(kinds, made[len(found) :], strict=True):
            self._by_type[_key(kind)] = _renamed(schema, refs)

    def of(self, kind: Any) -> Schema:
        """The schema of one of the types."""
        return self._by_type[_key(kind)]

    def _with_every(self, tree: Any) -> Any:
        """The schema with references to a type of every game where it may be any of them."""
        if isinstance(tree, dict):
            if EVERY in tree:
                return {"anyOf": [{"$ref": REF + name} for name in self.components if name.endswith(f".{tree[EVERY]}")]}
            return {key: self._with_every(value) for key, value in tree.items()}
        return [self._with_every(each) for each in tree] if isinstance(tree, list) else tree

    def _name_unions(self, unions: Mapping[str, Any]) -> None:
        """A game's kinds of orders and of events get one name each."""
        named = {name: self.of(union) for name, union in unions.items() if "anyOf" in self.of(union)}
        for name, schema in named.items():
            swap = {name: schema}
            self.components = {key: _with_unions(each, swap) for key, each in self.components.items()}
            self._by_type = {key: _with_unions(each, swap) for key, each in self._by_type.items()}
        self.components |= named


def _finished(info: Named, schema: Schema, *, all_there: bool) -> Schema:
    """What msgspec does not know: which keys a mapping has, what is always there, what is sent only once."""
    schema = {key: value for key, value in schema.items() if key != "title"}
    if "description" in schema:
        schema["description"] = cleandoc(schema["description"])
    if isinstance(info, inspect.EnumType):
        return schema
    struct = getattr(info.cls, "__origin__", info.cls)
    properties = dict(schema["properties"])
    for field in info.fields:
        properties[field.encode_name] = _with_keys(field.type, properties[field.encode_name])
    if all_there and not struct.__struct_config__.omit_defaults:
        schema["required"] = list(properties)
        properties = {name: _without_default(each) for name, each in properties.items()}
    if issubclass(struct, View):
        properties["setup"] = {"anyOf": [properties["setup"], {"type": "null"}]}
    return {**schema, "properties": properties}


def _with_meanings(schema: Schema, told: Mapping[str, str]) -> Schema:
    """The schema with a description of every field that has none in its type. What Python calls None is null here."""
    properties = dict(schema["properties"])
    for name, text in told.items():
        properties[name] = {"description": re.sub(r"\bNone\b", "null", text), **properties[name]}
    return {**schema, "properties": properties}


def _key(kind: Any) -> str:
    """Unions are equal in whatever order they are written, and not every type has a hash."""
    return repr(kind)


def _name(cls: Any, slug: str) -> str:
    """`MatchInfo` for what is the same everywhere, `orbit.Plan` for a game's own, `orbit.Draft` for a `Draft[Plan]`."""
    origin = getattr(cls, "__origin__", None)
    name: str = (origin or cls).__name__
    return name if origin is None and cls.__module__.startswith(OURS) else f"{slug}.{name}"


def _named_within(info: inspect.Type) -> Iterator[Named]:
    """Every struct and enum that a type is made of, itself included."""
    waiting, seen = [info], set[Any]()
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, inspect.StructType | inspect.EnumType):
            if each.cls in seen:
                continue
            seen.add(each.cls)
            yield each
        waiting += _parts(each)


def _parts(info: inspect.Type) -> list[inspect.Type]:
    match info:
        case inspect.StructType(fields=fields):
            return [field.type for field in fields]
        case inspect.Metadata(type=kind):
            return [kind]
        case inspect.UnionType(types=kinds) | inspect.TupleType(item_types=kinds):
            return list(kinds)
        case inspect.DictType(key_type=key, value_type=value):
            return [key, value]
        case inspect.CollectionType(item_type=item):
            return [item]
    return []


def _with_keys(info: inspect.Type, schema: Schema) -> Schema:
    """The schema of a field, in which mappings by an enum list the keys they may have."""
    match info:
        case inspect.Metadata(extra={"every": name}):
            return {EVERY: name}
        case inspect.Metadata(type=kind):
            return _with_keys(kind, schema)
        case inspect.DictType(value_type=inspect.Metadata(extra={"every": name})):
            return {**schema, "additionalProperties": {EVERY: name}}
        case inspect.DictType(value_type=inspect.AnyType()):
            return {"additionalProperties": True, **schema}  # said aloud: else TypeScript takes it for an empty object
        case inspect.DictType(key_type=inspect.EnumType(cls=keys), value_type=value):
            each = _with_keys(value, schema["additionalProperties"])
            return {**schema, "properties": {key.value: each for key in keys}, "additionalProperties": False}
        case inspect.CollectionType(item_type=item) if "items" in schema:
            return {**schema, "items": _with_keys(item, schema["items"])}
        case inspect.UnionType(types=kinds) if len(kinds) == len(schema.get("anyOf", ())):
            pairs = zip(kinds, schema["anyOf"], strict=True)
            return {**schema, "anyOf": [_with_keys(kind, each) for kind, each in pairs]}
    return schema


def _without_default(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "default"}


def _renamed(tree: Any, refs: Mapping[str, str]) -> Any:
    """The schema with our names in its references, and with the type of what is listed."""
    if isinstance(tree, dict):
        if all(isinstance(value, str) for value in tree.get("enum", (0,))):
            tree = {"type": "string", **tree}
        if "discriminator" in tree:
            mapping = {tag: REF + refs[ref] for tag, ref in tree["discriminator"]["mapping"].items()}
            tree = {**tree, "discriminator": {**tree["discriminator"], "mapping": mapping}}
            return {key: value if key == "discriminator" else _renamed(value, refs) for key, value in tree.items()}
        return {key: REF + refs[value] if key == "$ref" else _renamed(value, refs) for key, value in tree.items()}
    return [_renamed(each, refs) for each in tree] if isinstance(tree, list) else tree


def _with_unions(tree: Any, unions: Mapping[str, Schema]) -> Any:
    """The schema with references where a union was written out."""
    if isinstance(tree, dict):
        for name, union in unions.items():
            if tree == union:
                return {"$ref": REF + name}
        return {key: _with_unions(value, unions) for key, value in tree.items()}
    return [_with_unions(each, unions) for each in tree] if isinstance(tree, list) else tree
