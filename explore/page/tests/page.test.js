// What a reader does with an instruction and its datapath, each step by a click or a key.

import assert from "node:assert/strict";
import { PIPELINE, both } from "./both.js";
import { Reader } from "./open.js";

both(
  "the first page shows values that agree",
  async (reader) => {
    await reader.says("#verdict", "The gates agree with the model.");
    assert.match(await reader.text("#results"), /0x7fffffff/);
    assert.equal(await reader.text("#results [data-result=gates] td:last-child"), "1");
  },
  PIPELINE,
);

both(
  "a page without a link begins with an instruction",
  async (reader) => {
    await reader.says("#verdict", "agree with the model");
    assert.notEqual(await reader.value("#ptx"), "");
  },
  "",
);

both("the instruction is typed with completion, and an error has a caret", async (reader) => {
  await reader.type("#ptx", "vsub.u3");
  await reader.says("#fault", /\^/);
  await reader.says("#completions", /2/);
  await reader.press("ArrowDown", "Enter");
  assert.match(await reader.value("#ptx"), /^vsub\.u32/);
  await reader.type("#ptx", "vsub.u32.u32.u32 d, a, b");
  await reader.says("#results", "0x7ffffffe");
  assert.equal(await reader.page.$eval("#fault", (it) => it.hidden), true);
});

both("the control word and the instruction edit each other", async (reader) => {
  const before = await reader.value("#ctl");
  await reader.click("#word [data-field=sat] button");
  await reader.until("sat is gone", () => !document.querySelector("#ptx").value.includes(".sat"));
  await reader.links("ptx", await reader.value("#ptx"));
  await reader.says("#results", "0x80000000");
  assert.notEqual(await reader.value("#ctl"), before);
  await reader.type("#ctl", before);
  await reader.press("Enter");
  await reader.until("sat is back", () => document.querySelector("#ptx").value.includes(".sat"));
  await reader.type("#ctl", "zz");
  await reader.press("Enter");
  await reader.says("#word-note", '"zz" is not a hexadecimal number');
});

both("each form of a register edits the others", async (reader) => {
  const form = (/** @type {string} */ name) => `#registers [data-register=a] [data-form=${name}]`;
  for (const [name, text, hex] of [
    ["decimal", "258", "00000102"],
    ["signed", "-2", "fffffffe"],
    ["bytes", "1 2 3 4", "01020304"],
    ["halves", "1 65535", "0001ffff"],
    ["hex", "89abcdef", "89abcdef"],
  ]) {
    await reader.type(form(name), text);
    await reader.links("a", hex);
    assert.equal(await reader.value(form("decimal")), String(parseInt(hex, 16)));
  }
  await reader.type(form("decimal"), "99999999999");
  await reader.until("the number is refused", () => document.querySelector("[aria-invalid=true]"));
  // The register has the value of the digits that still fit.
  assert.equal(await reader.state("a"), (999999999).toString(16));
});

both("CC.CF is a button, and the unit is chosen from a list", async (reader) => {
  await reader.page.select("#unit", "carry");
  await reader.links("unit", "carry");
  await reader.type("#ptx", "addc.cc.u32 d, a, b");
  await reader.type("#registers [data-register=a] [data-form=signed]", "-1");
  await reader.type("#registers [data-register=b] [data-form=decimal]", "0");
  await reader.says("#results", "0xffffffff");
  await reader.click("#cc");
  await reader.says("#results", "0x00000000");
  await reader.says("#results [data-result=gates] td:nth-of-type(5)", "1");
  await reader.says("#rule h2", "addc");
});

both("each example agrees", async (reader) => {
  const { examples } = await reader.ask("catalog");
  assert.ok(examples.length > 20);
  for (const [index, { ptx }] of examples.entries()) {
    await reader.page.select("#examples", String(index));
    await reader.until(ptx, (ptx) => document.querySelector("#ptx").value === ptx, ptx);
    await reader.says("#verdict", "The gates agree with the model.");
  }
});

both(
  "the datapath is stepped forward and back",
  async (reader) => {
    const steps = await reader.page.$$eval("#picture [data-stage]", (all) => all.length);
    assert.ok(steps >= 6);
    await reader.says("#step-name", `all ${steps} steps`);
    for (let at = 1; at <= steps; at++) {
      if (at % 2) await reader.click("#step-on");
      else await reader.press("]");
      await reader.says("#step-name", `(${at} of ${steps})`);
      assert.ok(await reader.page.$("#verilog .marked"), `step ${at} marks no line`);
    }
    assert.ok(await reader.page.$eval("#step-on", (it) => it.disabled));
    await reader.click("#step-back");
    await reader.says("#step-name", `(${steps - 1} of ${steps})`);
    await reader.press("[");
    await reader.says("#step-name", `(${steps - 2} of ${steps})`);
    await reader.click("#step-all");
    await reader.says("#step-name", `all ${steps} steps`);
    await reader.click("#picture [data-stage='0'] .name");
    await reader.says("#step-name", `(1 of ${steps})`);
    await reader.press("0");
    await reader.says("#step-name", `all ${steps} steps`);
  },
  PIPELINE,
);

both("an unused stage is pale", async (reader) => {
  const pale = () =>
    reader.page.$$eval("#picture .stage.unused .name", (all) => all.map((it) => it.textContent));
  const before = await pale();
  await reader.type("#ptx", "vadd.s32.s32.s32.max d, a, b, c");
  await reader.settled();
  assert.notDeepEqual(await pale(), before);
});

both("an operand that is not read is pale, and the result never is", async (reader) => {
  const pale = (/** @type {string} */ path) =>
    reader.page.$eval(`#picture .wire[data-path=${path}]`, (it) => it.classList.contains("unused"));
  assert.deepEqual(await Promise.all(["a_i", "c_i", "d_o"].map(pale)), [false, true, false]);
  await reader.type("#ptx", "vadd.s32.s32.s32.max d, a, b, c");
  await reader.settled();
  assert.deepEqual(await Promise.all(["a_i", "c_i", "d_o"].map(pale)), [false, false, false]);
});

both(
  "every wire of the datapath has its width and its value",
  async (reader) => {
    const { wires } = await reader.ask("evaluate", {
      unit: await reader.value("#unit"),
      ptx: await reader.value("#ptx"),
      registers: { a: "7fffffff", b: "00000001", c: "00000000", cc: "0" },
    });
    const shown = await reader.page.$$eval("#picture .wire", (all) =>
      all.map((it) => [
        it.getAttribute("data-path"),
        it.querySelector(".value").textContent,
        it.querySelector(".width").textContent,
      ]),
    );
    assert.ok(shown.length >= 5);
    for (const [path, value, width] of shown) {
      assert.equal(value, wires[path], path);
      assert.equal(value.length, Math.ceil(Number(width) / 4), path);
    }
  },
  PIPELINE,
);

both("wire, line and stage lead to each other", async (reader) => {
  const path = await reader.page.$eval("#picture .wire", (it) => it.getAttribute("data-path"));
  await reader.click(`#picture .wire[data-path="${path}"] .number`);
  await reader.links("wire", path);
  assert.ok(await reader.page.$(`#verilog .net.chosen[data-path="${path}"]`));
  const line = await reader.page.$eval(
    "#verilog .net.chosen",
    (it) => it.closest(".line").dataset.line,
  );
  await reader.press("0");
  await reader.click(`#verilog [data-line="${line}"] .at`);
  await reader.links("wire", path);
  const other = "tmp_s34";
  await reader.click(`#verilog .net[data-path="${other}"]`);
  await reader.until(
    "the wire is chosen",
    (path) => document.querySelector(`#picture .wire.chosen[data-path="${path}"]`),
    other,
  );
  assert.ok(await reader.page.$("#verilog .marked"));
  const value = await reader.page.$eval(
    "#verilog .line .value:not(:empty)",
    (it) => it.textContent,
  );
  assert.match(value, /^= [0-9a-f]+$/);
});

both("the tooltip says what the wire says", async (reader) => {
  const wire = "#picture .wire";
  await reader.page.hover(`${wire} .number`);
  const value = await reader.text(`${wire} .value`);
  await reader.says("#tooltip", `0x${value}`);
  await reader.press("Escape");
  await reader.focus(wire);
  await reader.says("#tooltip", `0x${value}`);
});

both("the behavioral text stands beside the optimized one", async (reader) => {
  await reader.click("#show-behavioral");
  await reader.says("#behavioral", "module vidalu_scalar");
  await reader.click("#show-behavioral");
  assert.equal(await reader.page.$eval("#behavioral", (it) => it.hidden), true);
});

both("a block opens, and the adder shows where the carries are", async (reader) => {
  await reader.click("#picture .enter[data-block*=adder] text");
  await reader.links("view", "block");
  await reader.says("#grid", "both bits are 1: a carry leaves");
  const row = (/** @type {string} */ name) => reader.text(`#grid .derived[data-row=${name}] .word`);
  // 7fffffff + 1: a carry from every bit of the sum but the sign.
  assert.match(await row("generate"), /1$/);
  assert.equal(BigInt(`0x${await row("carry")}`) & 0xffffffffn, 0xfffffffen);
  assert.equal(BigInt(`0x${await row("cut")}`), 0n);
  await reader.click("#grid tr[data-row] .net");
  assert.notEqual(await reader.state("wire"), null);
  await reader.press("u");
  await reader.links("module", null);
});

both(
  "the segmented adder cuts carries",
  async (reader) => {
    await reader.page.evaluate(() => document.activeElement.blur());
    await reader.click("#tab-datapath");
    await reader.click("#picture .enter[data-block*=adder] text");
    await reader.says("#grid", "a carry does not cross");
    await reader.until("a carry is cut", () => {
      const word = document.querySelector("#grid .derived[data-row=cut] .word")?.textContent ?? "0";
      return BigInt(`0x${word}`) !== 0n;
    });
  },
  "#unit=simd&ptx=vadd4.u32.u32.u32%20d,%20a,%20b,%20c&a=ffffffff&b=01010101",
);

both(
  "a link holds everything",
  async (reader) => {
    await reader.press("]", "]");
    await reader.click("#picture .wire .number");
    await reader.click("#tab-time");
    await reader.click("[data-cell=n4]");
    await reader.click("#tab-table");
    await reader.says("#values", "d_o");
    const shown = () => document.querySelector("main").innerText;
    const again = await Reader.open(await reader.page.url());
    await again.says("#values", "d_o");
    assert.equal(await again.page.evaluate(shown), await reader.page.evaluate(shown));
    assert.equal(await again.page.url(), await reader.page.url());
    await again.page.close();
    await reader.click("#copy-link");
    await reader.says("#status", /link/);
  },
  PIPELINE,
);

both("the values stand in a table", async (reader) => {
  await reader.click("#tab-table");
  await reader.says("#values", "decimal");
  const { wires } = await reader.ask("evaluate", {
    unit: await reader.value("#unit"),
    ptx: await reader.value("#ptx"),
    registers: { a: "7fffffff", b: "00000001", c: "00000000", cc: "0" },
  });
  const rows = await reader.page.$$eval("#values tbody tr", (all) =>
    all.map((it) => [it.dataset.row, it.cells[2].textContent]),
  );
  assert.deepEqual(Object.fromEntries(rows), wires);
  await reader.click("#values .net");
  assert.notEqual(await reader.state("wire"), null);
});

both("the keyboard alone suffices", async (reader) => {
  await reader.press("?");
  await reader.says("#keys", "next stage");
  await reader.press("Escape", "i");
  await reader.until("the instruction has the focus", () => document.activeElement.id === "ptx");
  await reader.press("Escape");
  const views = ["datapath", "block", "time", "profiles", "practice", "table"];
  for (const [at, view] of views.entries()) {
    await reader.press(String(at + 1));
    await reader.until(view, (view) => !document.querySelector(`#view-${view}`).hidden, view);
  }
  await reader.page.focus("#tab-table");
  await reader.press("ArrowRight");
  await reader.until(
    "the tabs are a circle",
    () => !document.querySelector("#view-datapath").hidden,
  );
  // Tab reaches the datapath, and the arrow keys move in it.
  await reader.focus("#picture [tabindex='0']");
  await reader.press("ArrowRight", "ArrowRight", "Enter");
  await reader.until("the focus chose something", () =>
    document.querySelector("#picture .chosen, #grid .crumbs"),
  );
});

both("the picture is saved as it is shown", async (reader) => {
  await reader.click("#save-picture");
  const picture = await reader.saved(/vidalu_scalar\.svg$/);
  assert.match(picture, /^<svg xmlns=/);
  assert.match(picture, /7fffffff/);
  assert.doesNotMatch(picture, /class=|var\(/);
});

both("light, dark, print and a phone", async (reader) => {
  const back = () => reader.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const colors = [];
  for (const value of ["light", "dark"]) {
    await reader.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    colors.push(await back());
  }
  assert.notEqual(colors[0], colors[1]);
  await reader.page.emulateMediaType("print");
  assert.equal(await reader.page.$eval("#copy-link", (it) => getComputedStyle(it).display), "none");
  await reader.page.emulateMediaType("screen");
  await reader.page.setViewport({ width: 360, height: 800, isMobile: true });
  for (const tab of ["datapath", "block", "time", "profiles", "practice", "table"]) {
    await reader.click(`#tab-${tab}`);
    assert.equal(await reader.page.evaluate(() => document.documentElement.scrollWidth), 360, tab);
  }
});
