import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Below this many bytes a file is sent as it is. */
const SMALL = 1000;

const FORMS = {
  ".br": (content: Buffer) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ".gz": (content: Buffer) => gzipSync(content, { level: 9 }),
};

/** Writes compressed siblings beside every file of the build, so that the server has nothing to compress. */
export function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir }) {
      if (dir === undefined) throw new Error("A build goes into a folder.");
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf-8" })) {
        const path = join(dir, name);
        if (!statSync(path).isFile()) continue;
        const content = readFileSync(path);
        if (content.length < SMALL) continue;
        for (const [end, compress] of Object.entries(FORMS)) writeFileSync(path + end, compress(content));
      }
    },
  };
}
