// Runs a test in the served page, and in the page that is one file.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Reader, close, serve, write } from "./open.js";

const forms = { served: await serve(), "a file": write("page.html") };
const REST = "ptx=vadd.s32.s32.s32.sat%20d,%20a,%20b&a=7fffffff&b=00000001";
const SUM = `#unit=scalar&${REST}`;
export const PIPELINE = `#unit=scalar-pipeline&${REST}`;

after(close);

/** Runs a test in both forms of the page. A complaint of the browser fails it. */
export function both(
  /** @type {string} */ name,
  /** @type {(reader: Reader) => Promise<void>} */ run,
  link = SUM,
) {
  for (const [form, start] of Object.entries(forms)) {
    test(`${name}, ${form}`, async () => {
      const reader = await Reader.open(start + link);
      try {
        await run(reader);
        assert.deepEqual(reader.complaints, []);
      } finally {
        await reader.page.close();
      }
    });
  }
}
