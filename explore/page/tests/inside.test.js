// The pictures of the inside of blocks: their numbers are those of the gates, and a fault is red.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { both } from "./both.js";
import { Reader, folder, serve, vidalu } from "./open.js";

const DRAWN = 6;
const KINDS = "adder clamp compressors lanes product rows select shifter";

/** Shows an instruction and a block. */
async function show(
  /** @type {Reader} */ reader,
  /** @type {string} */ unit,
  /** @type {string} */ module,
  /** @type {{ ptx: string, registers: object }} */ { ptx, registers },
) {
  const parts = Object.entries({ unit, ptx, ...registers, view: "block", module });
  const link = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  await reader.page.evaluate(async (link) => {
    const entered = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    if (location.hash === `#${link}`) return;
    location.hash = link;
    await entered;
  }, link);
  await reader.settled();
}

/** The rows of the picture: what they are, their value, and whether they are red. */
const rows = (/** @type {Reader} */ reader) =>
  reader.page.$$eval("#inside [data-row]", (all) =>
    all.map((it) => ({
      name: it.dataset.row,
      value: it.querySelector(".word").textContent,
      bits: [...it.querySelectorAll(".bit")].map((bit) => bit.textContent).join(""),
      note: it.querySelector(".note").textContent,
      wrong: it.classList.contains("wrong"),
    })),
  );

both("every picture of a block agrees with the gates", async (reader) => {
  const { units } = await reader.ask("catalog");
  const kinds = new Set();
  for (const { id } of units.filter((it) => it.depth === 0 && it.unit !== "video")) {
    const { modules, instances } = await reader.ask("unit", { unit: id });
    const shown = new Set();
    for (const [path, module] of Object.entries(instances)) {
      const picture = modules[module].picture;
      if (!picture || shown.has(module)) continue;
      shown.add(module);
      kinds.add(picture.kind);
      for (let index = 0; index < DRAWN; index++) {
        const drawn = await reader.ask("draw", { unit: id, seed: 3, index });
        await show(reader, id, path, drawn);
        const all = await rows(reader);
        const what = `${id} ${path}: ${drawn.ptx} ${JSON.stringify(drawn.registers)}`;
        assert.ok(all.length >= 3, what);
        assert.deepEqual(
          all.filter((it) => it.wrong),
          [],
          what,
        );
        for (const { name, value, bits } of all) {
          assert.match(value, /^[0-9a-f]+$/, `${what} ${name}`);
          assert.equal(BigInt(`0x${value}`), BigInt(`0b${bits}`), `${what} ${name}`);
        }
      }
    }
  }
  assert.equal([...kinds].sort().join(" "), KINDS);
});

both("the levels of the shifter, digits of Booth and a net are found by clicks", async (reader) => {
  const registers = { a: "80000003", b: "00000005", c: "00000000" };
  const shift = { ptx: "vshr.u32.u32.u32.clamp d, a, b", registers };
  await show(reader, "scalar", "u_shifter", shift);
  const notes = (await rows(reader)).map((it) => it.note).join("\n");
  assert.match(notes, /bit 2 of the amount is 1: every bit moves down by 4/);
  assert.match(notes, /bit 3 of the amount is 0: no bit moves/);
  await reader.click("#inside [data-row=turned] .net");
  await reader.links("wire", "u_shifter.turned");
  assert.ok(await reader.page.$("#verilog .net.chosen[data-path='u_shifter.turned']"));
  await reader.click("#grid summary");
  await reader.click("#grid .nets [data-row=y_o] .net");
  await reader.links("wire", "u_shifter.y_o");

  const product = {
    ptx: "vmad.s32.s32.s32 d, a, b, c",
    registers: { ...registers, b: "fffffffe" },
  };
  await show(reader, "vmad", "u_multiplier.u_multiplier", product);
  const digits = (await rows(reader)).filter((it) => it.name.startsWith("digit"));
  // -2 is the digit -2, and all digits above are 0.
  assert.deepEqual(
    digits.map((it) => it.note),
    ["-2 × a", ...Array(16).fill("0 × a")],
  );
});

const BOOTH = ["--unit", "vmad", "--multiplier", "booth4-dadda"];
const FAULTS = [
  {
    row: "shifted",
    options: ["--unit", "scalar"],
    file: "shifter",
    from: "turned >>> amount",
    to: "turned >>> {amount[4:1], 1'b0}",
    module: "u_shifter",
    ptx: "vshr.u32.u32.u32.wrap d, a, b",
  },
  {
    row: "hit_o",
    options: ["--unit", "scalar"],
    file: "saturate",
    from: "(excess[33:32] != 2'd0)",
    to: "excess[33]",
    module: "u_saturate",
    ptx: "vadd.u32.u32.u32.sat d, a, b",
  },
  {
    row: "sum",
    options: BOOTH,
    file: "mul33_booth4_dadda_rows",
    from: "({34{two_1}} & twice)",
    to: "({34{two_1}} & once)",
    module: "u_rows",
    ptx: "vmad.u32.u32.u32 d, a, b, c",
  },
  {
    row: "carry_1_0",
    options: BOOTH,
    file: "mul33_booth4_dadda_reduce_1",
    from: "(row_17 & row_0)",
    to: "(row_17 | row_0)",
    module: "u_reduce_1",
    ptx: "vmad.u32.u32.u32 d, a, b, c",
  },
  {
    row: "fours_1_0",
    options: ["--unit", "vmad", "--multiplier", "booth4-counters"],
    file: "mul33_booth4_counters_reduce_1",
    from: "(twos_0_1_0 & twos_1_1_0)",
    to: "(twos_0_1_0 | twos_1_1_0)",
    module: "u_reduce_1",
    ptx: "vmad.u32.u32.u32 d, a, b, c",
  },
];

for (const { row, options, file, from, to, module, ptx } of FAULTS) {
  test(`a fault in ${file} makes the row ${row} red`, async () => {
    const hardware = join(folder, `faulty-${file}`);
    vidalu("gen", "--quiet", ...options, "--out", hardware);
    const path = join(hardware, "rtl", `vidalu_${file}.v`);
    const text = readFileSync(path, "utf8");
    assert.ok(text.includes(from));
    writeFileSync(path, text.replace(from, to));
    const reader = await Reader.open(await serve("--rtl", hardware));
    const registers = { a: "ffffffff", b: "fffffff9", c: "00000000" };
    await show(reader, options[1], module, { ptx, registers });
    const wrong = (await rows(reader)).filter((it) => it.wrong).map((it) => it.name);
    assert.ok(wrong.includes(row), `${row} is not among ${wrong}`);
    assert.deepEqual(reader.complaints, []);
  });
}
