// The values on the page: gates, model and both forms of the engine agree, and a fault is red.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Reader, close, folder, serve, vidalu, write } from "./open.js";

const file = write("page.html");
const { DRAWN = "10000", SEED = "1" } = process.env;

after(close);

/** Draws instructions of a unit in the page, and returns a checksum of all that they show. */
const drawn = (
  /** @type {Reader} */ reader,
  /** @type {string} */ unit,
  /** @type {number} */ count,
) =>
  reader.page.evaluate(
    async (unit, count, seed) => {
      let sum = 0;
      for (let index = 0; index < count; index++) {
        const { ptx, registers } = await globalThis.vidalu("draw", { unit, seed, index });
        const answer = await globalThis.vidalu("evaluate", { unit, ptx, registers });
        const wrong = Object.keys(answer.expected).find(
          (it) => answer.expected[it] !== answer.wires[it],
        );
        if (!answer.agrees || wrong)
          throw new Error(`${unit}: ${ptx} ${JSON.stringify(registers)}`);
        for (const letter of JSON.stringify(answer)) {
          sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;
        }
      }
      return sum;
    },
    unit,
    count,
    Number(SEED),
  );

test("gates and model agree on drawn instructions, natively and in the file", async () => {
  const readers = [await Reader.open(await serve()), await Reader.open(file)];
  const { units } = await readers[0].ask("catalog");
  for (const { id } of units) {
    const count = Math.ceil(Number(DRAWN) / units.length);
    const [native, inFile] = await Promise.all(readers.map((it) => drawn(it, id, count)));
    assert.equal(native, inFile, id);
  }
  for (const { complaints } of readers) assert.deepEqual(complaints, []);
});

test("a planted fault turns the wires red from its stage on", async () => {
  const hardware = join(folder, "faulty");
  vidalu("gen", "--quiet", "--unit", "scalar", "--out", hardware);
  const path = join(hardware, "rtl", "vidalu_saturate.v");
  const text = readFileSync(path, "utf8");
  const broken = text.replace("hit_o ? bound : x_i", "x_i");
  assert.notEqual(broken, text);
  writeFileSync(path, broken);
  const link = await serve("--rtl", hardware);
  const inputs = (/** @type {string} */ b) =>
    `#ptx=vadd.s32.s32.s32.sat%20d,%20a,%20b&a=7fffffff&b=${b}`;
  const red = async (/** @type {Reader} */ reader) => {
    await reader.click("#tab-table");
    return reader.page.$$eval("#values tr.wrong", (all) => all.map((it) => it.dataset.row));
  };

  const wrong = await Reader.open(link + inputs("00000001"));
  await wrong.says("#verdict", "The gates disagree with the model, first on");
  await wrong.says("#verdict", "in the stage saturate");
  const paths = await red(wrong);
  for (const path of ["u_saturate.y_o", "sat_s34", "d_o"]) assert.ok(paths.includes(path), path);
  const before = paths.filter((it) => /select|adder34|compare|shifter|tmp|_i$/.test(it));
  assert.deepEqual(
    before.filter((it) => !/^u_(merge|secondary)/.test(it)),
    [],
  );
  assert.match(await wrong.text("#results [data-result=model]"), /0x7fffffff/);

  const right = await Reader.open(link + inputs("00000000"));
  await right.says("#verdict", "The gates agree with the model.");
  assert.deepEqual(await red(right), []);
});
