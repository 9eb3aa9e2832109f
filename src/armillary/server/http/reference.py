"""The API's schema, and a plain page made from it, with nothing fetched from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any, Literal

import msgspec
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Schema
from litestar.params import ParameterKwarg
from litestar.plugins import OpenAPISchemaPlugin
from litestar.types import Empty
from litestar.typing import FieldDefinition

from armillary.server.http.bodies import is_undecoded

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "td{padding:.2rem 1rem .2rem 0;vertical-align:top}code{white-space:nowrap}"
)


class ReferencePage(OpenAPIRenderPlugin):
    """What `/schema` shows in a browser; programs take `/schema/openapi.json`."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        """The page."""
        title = escape(f"{openapi_schema['info']['title']} {openapi_schema['info']['version']}")
        rows = "".join(
            _row(method, path, operation)
            for path, operations in sorted(openapi_schema["paths"].items())
            for method, operation in operations.items()
            if isinstance(operation, dict)
        )
        return (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
            f'<h1>{title}</h1><p>Every type is in <a href="/schema/openapi.json">openapi.json</a>. A match also has a '
            f"socket: <code>/api/matches/{{match_id}}/live</code>.</p><table>{rows}</table></html>"
        ).encode()


def _row(method: str, path: str, operation: dict[str, Any]) -> str:
    what = escape(operation.get("description") or operation.get("summary") or "")
    return f"<tr><td><code>{method.upper()} {escape(path)}</code><td>{what}"


class StructSchemas(OpenAPISchemaPlugin):
    """Structs in the schema, whatever their defaults: Litestar's own way fails for defaults without a hash."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Structs, and nothing else."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """An object with the struct's fields under the names they have in JSON, and with its tag."""
        hints = field_definition.get_type_hints(include_extras=True, resolve_generics=True)
        struct: Any = msgspec.inspect.type_info(field_definition.type_)
        fields = {
            field.encode_name: FieldDefinition.from_annotation(
                hints[field.name],
                name=field.encode_name,
                default=_plain_default(field.default),
                kwarg_definition=_limits(field.type),
            )
            for field in struct.fields
        }
        required = [field.encode_name for field in struct.fields if field.required]
        if struct.tag_field:
            fields[struct.tag_field] = FieldDefinition.from_annotation(Literal[struct.tag])
            required.append(struct.tag_field)
        made: Schema = schema_creator.create_component_schema(
            field_definition, required=sorted(required), property_fields=fields
        )
        return made


class UndecodedSchemas(OpenAPISchemaPlugin):
    """Bodies that are decoded late, as what they will be."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Such bodies, and nothing else."""
        return is_undecoded(field_definition.annotation)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Any:
        """The schema of the type inside."""
        (kind,) = field_definition.args
        return schema_creator.for_field_definition(FieldDefinition.from_annotation(kind))


def _plain_default(default: Any) -> Any:
    """Defaults that JSON can write as one word; the default of a struct is in that struct."""
    return default if isinstance(default, bool | int | str | None) else Empty


def _limits(kind: Any) -> ParameterKwarg:
    """The bounds of a number or of a text's length, where there are any; `X | None` has those of X."""
    if isinstance(kind, msgspec.inspect.UnionType):
        kind = next((each for each in kind.types if not isinstance(each, msgspec.inspect.NoneType)), kind)
    if isinstance(kind, msgspec.inspect.StrType):
        return ParameterKwarg(min_length=kind.min_length, max_length=kind.max_length)
    return ParameterKwarg(ge=getattr(kind, "ge", None), le=getattr(kind, "le", None))
