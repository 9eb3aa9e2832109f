/**
 * A form made from a JSON Schema: what can be set, what it means, and what it is set to at first.
 *
 * What the schema's bounds and the rules say of a value is the server's matter; here it only has to be of the right
 * kind. What cannot be made into fields, or lies too deep, is written as JSON.
 */

import type { Json, Path } from "../../api";
import { equal } from "../../play/paths";
import { worded } from "../../play/words";
import { labelOf } from "./labels";

export type Schema = { readonly [key: string]: unknown };

/** Deeper than this nobody finds their way: it is written as JSON. */
const DEEPEST = 6;

interface About {
  label: string;
  /** A sentence; empty where there is nothing to say. */
  meaning: string;
  /** What it is, where somebody adds one. */
  initial: Json;
}

export type Field = About &
  (
    | { kind: "number"; isWhole: boolean; low: number | null; high: number | null }
    | { kind: "switch" }
    | { kind: "text"; most: number | null }
    | { kind: "choice"; values: readonly Json[] }
    | { kind: "nothing" }
    | { kind: "group"; fields: readonly Keyed[] }
    /** A list of any length within bounds, and one whose every place has a field of its own. */
    | { kind: "list"; item: Field; least: number; most: number | null }
    | { kind: "row"; items: readonly Field[] }
    /** Keys that the schema does not name, with values of one kind. */
    | { kind: "mapping"; item: Field }
    | { kind: "either"; variants: readonly Field[] }
    | { kind: "json" }
  );

export interface Keyed {
  key: string;
  field: Field;
}

/** Something that keeps a value from being sent, where it is. */
export interface Fault {
  path: Path;
  text: string;
}

/** The field of a whole schema. */
export function formOf(schema: Schema): Field {
  return fieldOf(schema, isSchema(schema["$defs"]) ? schema["$defs"] : {}, "", 0);
}

function fieldOf(given: Schema, defs: Schema, label: string, depth: number): Field {
  const schema = resolved(given, defs);
  const named = label || text(schema["title"]);
  const inner = (part: unknown, name = ""): Field => fieldOf(isSchema(part) ? part : {}, defs, name, depth + 1);
  const about = (initial: Json): About => ({
    label: named,
    // A type has a description for programmers; only that of a setting is for everybody.
    meaning: text(given["description"]).replaceAll(/\bnull\b/g, "“None”"),
    initial: schema["default"] === undefined ? initial : (schema["default"] as Json),
  });
  if (depth > DEEPEST) return { ...about(null), kind: "json" };
  if (Array.isArray(schema["enum"])) {
    return { ...about((schema["enum"][0] as Json) ?? null), kind: "choice", values: schema["enum"] as Json[] };
  }
  if (Array.isArray(schema["anyOf"])) {
    const { anyOf, default: _, ...shared } = schema;
    const variants = anyOf.map((part) => inner({ ...shared, ...(part as Schema) }, variantName(part, defs)));
    return { ...about(variants[0]?.initial ?? null), kind: "either", variants };
  }
  switch (schema["type"]) {
    case "integer":
    case "number": {
      const [low, high] = [bound(schema["minimum"]), bound(schema["maximum"])];
      const initial = Math.min(Math.max(0, low ?? 0), high ?? Infinity);
      return { ...about(initial), kind: "number", isWhole: schema["type"] === "integer", low, high };
    }
    case "boolean":
      return { ...about(false), kind: "switch" };
    case "string":
      return { ...about(""), kind: "text", most: bound(schema["maxLength"]) };
    case "null":
      return { ...about(null), kind: "nothing" };
    case "object": {
      if (isSchema(schema["additionalProperties"])) {
        return { ...about({}), kind: "mapping", item: inner(schema["additionalProperties"]) };
      }
      if (!isSchema(schema["properties"])) return { ...about({}), kind: "json" };
      const fields = Object.entries(schema["properties"]).map(([key, part]) => ({
        key,
        field: inner(part, (isSchema(part) && text(part["title"])) || labelOf(key)),
      }));
      const initial = Object.fromEntries(fields.map(({ key, field }) => [key, field.initial]));
      const isEmpty = equal((schema["default"] ?? null) as Json, {});
      return { ...about(initial), ...(isEmpty && { initial }), kind: "group", fields };
    }
    case "array": {
      if (Array.isArray(schema["prefixItems"])) {
        const items = schema["prefixItems"].map((part) => inner(part));
        return { ...about(items.map(({ initial }) => initial)), kind: "row", items };
      }
      if (!isSchema(schema["items"])) return { ...about([]), kind: "json" };
      const item = inner(schema["items"]);
      const least = bound(schema["minItems"]) ?? 0;
      const initial = Array.from({ length: least }, () => item.initial);
      return { ...about(initial), kind: "list", item, least, most: bound(schema["maxItems"]) };
    }
    default:
      return { ...about(null), kind: "json" };
  }
}

/** The bounds of a number, where they say something: "From 4 to 26." */
export function boundsTold(field: Field): string {
  const { low, high } = field.kind === "number" ? field : { low: null, high: null };
  return low !== null && high !== null && high < 1e6 ? `From ${low} to ${high}.` : "";
}

/** What is in a folded field, in a few words: how many, or the first values. */
export function gist(field: Field, value: Json): string {
  if (isList(value)) return value.length === 0 ? "not set" : String(value.length);
  if (!isMapping(value)) return "";
  if (field.kind === "mapping") return String(Object.keys(value).length);
  const told = Object.values(value).filter(
    (each): each is number | string => typeof each === "number" || (typeof each === "string" && each !== ""),
  );
  return told.slice(0, 3).join(" · ");
}

/** What is wrong with a value before the server has seen it: it is not of the kind that a field takes. */
export function faults(field: Field, value: Json, path: Path = []): Fault[] {
  const fault = (text: string): Fault[] => [{ path, text }];
  switch (field.kind) {
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return fault("Enter a number.");
      return field.isWhole && !Number.isSafeInteger(value) ? fault("Enter a whole number.") : [];
    case "switch":
      return typeof value === "boolean" ? [] : fault("Choose yes or no.");
    case "text":
      return typeof value === "string" ? [] : fault("Enter text.");
    case "choice":
      return field.values.some((each) => equal(each, value)) ? [] : fault("Choose one of these.");
    case "nothing":
      return value === null ? [] : fault("Leave this empty.");
    case "group":
      if (!isMapping(value)) return fault("This must be a group of settings.");
      return field.fields.flatMap(({ key, field: inner }) => {
        const held = value[key];
        // What is left out has its default.
        return held === undefined ? [] : faults(inner, held, [...path, key]);
      });
    case "mapping":
      if (!isMapping(value)) return fault("This must be a group of settings.");
      return Object.entries(value).flatMap(([key, held]) => faults(field.item, held, [...path, key]));
    case "list":
      if (!isList(value)) return fault("This must be a list.");
      return value.flatMap((held, index) => faults(field.item, held, [...path, index]));
    case "row":
      if (!isList(value) || value.length !== field.items.length) return fault("This must be a list.");
      return field.items.flatMap((item, index) => faults(item, value[index] as Json, [...path, index]));
    case "either":
      return faults(variantOf(field, value), value, path);
    case "json":
      return [];
  }
}

/** The variant that a value is of: the first that it fits, or else one that it nearly fits. */
export function variantOf(field: Extract<Field, { kind: "either" }>, value: Json): Field {
  const fitting = field.variants.find((variant) => faults(variant, value).length === 0);
  const near = field.variants.find((variant) => faults(variant, value).every(({ path }) => path.length > 0));
  const found = fitting ?? near ?? field.variants.find(({ kind }) => kind !== "nothing") ?? field.variants[0];
  if (found === undefined) throw new TypeError("A choice between nothing at all.");
  return found;
}

/** Those that concern what lies at the path, and those that concern something inside it. */
export function concerning<Each extends { path: Path }>(
  all: readonly Each[],
  path: Path,
): { here: Each[]; inside: Each[] } {
  const within = all.filter((each) => path.every((part, index) => each.path[index] === part));
  return {
    here: within.filter((each) => each.path.length === path.length),
    inside: within.filter((each) => each.path.length > path.length),
  };
}

/** The schema that is meant, with what stands beside the reference. */
function resolved(schema: Schema, defs: Schema): Schema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string") return schema;
  const found = defs[$ref.slice($ref.lastIndexOf("/") + 1)];
  return isSchema(found) ? { ...found, ...beside } : beside;
}

function variantName(part: unknown, defs: Schema): string {
  if (!isSchema(part)) return "";
  const { type, enum: values, prefixItems, title } = resolved(part, defs);
  if (type === "null") return "None";
  if (Array.isArray(values) && values.length === 1) return worded(String(values[0]));
  if (Array.isArray(prefixItems)) return prefixItems.length === 2 ? "Two numbers" : "Several values";
  if (typeof title === "string") return title;
  return (
    { integer: "A number", number: "A number", string: "Text", array: "A list", boolean: "Yes or no" }[String(type)] ??
    "Other"
  );
}

function text(found: unknown): string {
  return typeof found === "string" ? found : "";
}

function bound(found: unknown): number | null {
  return typeof found === "number" ? found : null;
}

function isSchema(found: unknown): found is Schema {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

function isMapping(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !isList(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
