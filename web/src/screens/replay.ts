/** A record from a file, before the server sees it. */

/** The most bytes that the server takes. */
const MOST = 1_000_000;

/** What the file holds; fails with a sentence. */
export async function recordFrom(file: Pick<File, "name" | "size" | "text">): Promise<unknown> {
  if (file.size > MOST) throw new RangeError(`${file.name} is too large: a record has at most 1 MB.`);
  let record: unknown = null;
  try {
    record = JSON.parse(await file.text());
  } catch {
    // It is no JSON, and so no record.
  }
  if (typeof record === "object" && record !== null && "format" in record) return record;
  throw new TypeError(`${file.name} is not the record of a match. Records are JSON files, downloaded from a table.`);
}
