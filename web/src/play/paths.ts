/** JSON trees changed by path. A tree that is given is never changed in place. */

import type { Json, Path } from "../api";

/** The tree with this value at the path: a new key is added, the index after a list's last item appends. */
export function put(tree: Json, path: Path, value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = rest.length > 0 ? put(get(tree, [first]), rest, value) : value;
  if (isList(tree)) {
    if (!isIndex(first, tree.length)) throw nowhere(path);
    return [...tree.slice(0, first), inner, ...tree.slice(first + 1)];
  }
  if (!isMapping(tree)) throw nowhere(path);
  return { ...tree, [first]: inner };
}

/** The tree without the list item or the key at the path. */
export function drop(tree: Json, path: Path): Json {
  get(tree, path);
  const above = path.slice(0, -1);
  const last = path.at(-1);
  if (last === undefined) throw nowhere(path);
  const branch = get(tree, above);
  const kept: Json = isList(branch)
    ? branch.filter((_, index) => index !== last)
    : Object.fromEntries(Object.entries(branch as object).filter(([key]) => key !== String(last)));
  return put(tree, above, kept);
}

/** What is at the path. */
export function get(tree: Json, path: Path): Json {
  let branch: Json | undefined = tree;
  for (const part of path) {
    if (isList(branch)) branch = isIndex(part, branch.length - 1) ? branch[part] : undefined;
    else branch = isMapping(branch) && Object.hasOwn(branch, part) ? branch[part] : undefined;
    if (branch === undefined) throw nowhere(path);
  }
  return branch;
}

/** Are two trees the same? The order of keys does not count. */
export function equal(one: Json, other: Json): boolean {
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((item, at) => equal(item, other[at] as Json));
  }
  if (!isMapping(one) || !isMapping(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && equal(one[key] as Json, other[key] as Json))
  );
}

function isList(tree: Json | undefined): tree is readonly Json[] {
  return Array.isArray(tree);
}

function isMapping(tree: Json | undefined): tree is { readonly [key: string]: Json } {
  return typeof tree === "object" && tree !== null && !isList(tree);
}

function isIndex(part: string | number, most: number): part is number {
  return typeof part === "number" && Number.isInteger(part) && part >= 0 && part <= most;
}

function nowhere(path: Path): RangeError {
  return new RangeError(`Nothing lies at ${JSON.stringify(path)}.`);
}
