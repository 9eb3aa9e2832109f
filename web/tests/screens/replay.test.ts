import { expect, test } from "vitest";

import { recordFrom } from "../../src/screens/replay";

const file = (text: string, size = text.length): Pick<File, "name" | "size" | "text"> => ({
  name: "old.json",
  size,
  text: () => Promise.resolve(text),
});

test("a record is what its file holds", async () => {
  expect(await recordFrom(file('{"format": "armillary", "log": []}'))).toEqual({ format: "armillary", log: [] });
});

test("what is no record is refused before the server sees it", async () => {
  for (const text of ["", "nope", "null", "[]", "{}", '"format"']) {
    await expect(recordFrom(file(text))).rejects.toThrow("old.json is not the record of a match");
  }
});

test("a file that is too large is not even read", async () => {
  const huge = { ...file("", 1_000_001), text: () => Promise.reject(new Error("read")) };
  await expect(recordFrom(huge)).rejects.toThrow("too large");
  await expect(recordFrom(file('{"format": 1}', 1_000_000))).resolves.toEqual({ format: 1 });
});
