import { expect, test } from "vitest";

/** The folders of the client, the lowest first: each imports only from itself and from those below it. */
const LEVELS = ["api", "play", "page", "parts", "boards", "table", "screens", "app"];
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/g;

const SOURCES: Record<string, string> = import.meta.glob("../src/*/**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What a file imports from folders that are not at or below its own. */
function upward(path: string, text: string): string[] {
  const folderOf = (url: URL): string => url.pathname.split("/")[2] ?? "";
  const file = new URL(path, "http://client/tests/");
  const reach = LEVELS.slice(0, LEVELS.indexOf(folderOf(file)) + 1);
  return [...text.matchAll(IMPORT)]
    .map(([, target = ""]) => target)
    .filter((target) => !reach.includes(folderOf(new URL(target, file))));
}

test("every folder has its level", () => {
  expect(new Set(Object.keys(SOURCES).map((path) => path.split("/")[2]))).toEqual(new Set(LEVELS));
});

test("imports only point down the levels", () => {
  const found = Object.entries(SOURCES).flatMap(([path, text]) => upward(path, text).map((target) => [path, target]));
  expect(found).toEqual([]);
});

test.each([
  ['import type { Sitting } from "../../table/sitting.svelte";', ["../../table/sitting.svelte"]],
  ['import {\n  one,\n  other,\n} from "../../screens/replay";', ["../../screens/replay"]],
  ['import "../../app/App.svelte";', ["../../app/App.svelte"]],
  ['const later = () => import("../../app/App.svelte");', ["../../app/App.svelte"]],
  ['import { x } from "../../main";', ["../../main"]],
  ['import { put } from "../../play/paths";\nimport Disc from "./Disc.svelte";\nimport "../kit/map.css";', []],
])("a board with %j imports %j from above", (text, expected) => {
  expect(upward("../src/boards/kepler/Board.svelte", text)).toEqual(expected);
});
