// Runs a test in the served page, and in the page that is one file.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Reader, close, serve, write } from "./open.js";

const forms = { served: await serve(), "a file": write("page.html") };
const REST = "ptx=vadd.s32.s32.s32.sat%20d,%20a,%20b&a=7fffffff&b=00000001";
const SUM = `#unit=scalar&${REST}`;
export const PIPELINE = `#unit=scalar-pipeline&${REST}`;

after(close);

/** With TURN=0, a test runs in one form alone, and with TURN=1 in the other. */
const { TURN } = process.env;
let tests = 0;

/** Runs a test in both forms of the page, or in one. A complaint of the browser fails it. */
export function both(
  /** @type {string} */ name,
  /** @type {(reader: Reader) => Promise<void>} */ run,
  link = SUM,
) {
  const all = Object.entries(forms);
  for (const [form, start] of TURN ? [all[(tests++ + Number(TURN)) % 2]] : all) {
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
