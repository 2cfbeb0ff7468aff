// Ten tasks that users of such tools ask for.

import assert from "node:assert/strict";
import { PIPELINE, both } from "./both.js";

const LANES = "#unit=simd&ptx=vadd4.u32.u32.u32.sat%20d,%20a,%20b,%20c&a=ff00ff7f&b=01010101";

/** All wires of the drawing: path, width, value and place, in pixels and exactly. */
const wires = (/** @type {import("./open.js").Reader} */ reader) =>
  reader.page.$$eval("#picture .wire", (all) =>
    all.map((it) => {
      const value = it.querySelector(".value");
      const box = value.getBoundingClientRect();
      return {
        path: it.getAttribute("data-path"),
        width: it.querySelector(".width").textContent,
        value: value.textContent,
        place: [box.x, box.y, box.width, box.height].map(Math.round),
        exact: [box.x, box.y, box.width, box.height],
        outside: [...it.querySelectorAll("text")].some((text) => {
          const [own, all] = [text, text.ownerSVGElement].map((at) => at.getBoundingClientRect());
          return own.left < all.left || own.right > all.right || own.bottom > all.bottom;
        }),
      };
    }),
  );

both("1: a value stands at every wire, however short it is", async (reader) => {
  const { units } = await reader.ask("catalog");
  for (const { id } of units) {
    await reader.page.select("#unit", id);
    await reader.links("unit", id);
    await reader.settled();
    const all = await wires(reader);
    assert.ok(all.length >= 3 || id.startsWith("video"), id);
    for (const { path, value, place, outside } of all) {
      assert.match(value, /^[0-9a-f]+$/, `${id} ${path}`);
      assert.ok(place[2] > 0 && place[3] > 0 && !outside, `${id} ${path} is hidden`);
    }
    // No two values cover one another.
    for (const [at, one] of all.entries()) {
      for (const two of all.slice(at + 1)) {
        const [[x, y, w, h], [u, v, s, t]] = [one.place, two.place];
        const apart = x + w <= u + 1 || u + s <= x + 1 || y + h <= v + 3 || v + t <= y + 3;
        assert.ok(apart, `${id}: ${one.path} and ${two.path}`);
      }
    }
  }
});

both("2: the width of a bus is shown", async (reader) => {
  const { modules, top } = await reader.ask("unit", { unit: "scalar" });
  for (const { path, width } of await wires(reader)) {
    const net = modules[top].nets.find((it) => it.name === path);
    assert.equal(Number(width), net.width, path);
  }
});

both(
  "3: single steps wait for the reader",
  async (reader) => {
    const later = () => reader.page.$$eval("#picture .later", (all) => all.length);
    const hidden = [];
    await reader.click("#step-on");
    for (let step = 0; step < 4; step++) {
      const name = await reader.text("#step-name");
      hidden.push(await later());
      await new Promise((done) => setTimeout(done, 300));
      assert.equal(await reader.text("#step-name"), name);
      assert.equal(await later(), hidden.at(-1));
      await reader.click("#step-on");
    }
    // Each step shows more of the datapath.
    assert.deepEqual(
      [...new Set(hidden)].sort((x, y) => y - x),
      hidden,
    );
  },
  PIPELINE,
);

both("4: the tooltip says what the wire says", async (reader) => {
  for (const { path, value, width } of await wires(reader)) {
    await reader.focus(`#picture .wire[data-path="${path}"]`);
    const tip = await reader.text("#tooltip");
    assert.ok(tip.startsWith(`${path}, ${width} bit`), tip);
    assert.ok(tip.includes(width === "1" ? `: ${value}` : `0x${value}`), tip);
  }
});

both(
  "5: flushed instructions are visible",
  async (reader) => {
    await reader.click("#tab-time");
    await reader.click("[data-cell=f2]");
    await reader.says("#legend", "flushed");
    const flushed = await reader.page.$$eval("#pipeline .flushed", (all) =>
      all.map((it) => it.textContent).filter(Boolean),
    );
    assert.ok(flushed.length > 0);
    await reader.click("[data-cell=f2]");
    await reader.until("none is flushed", () => !document.querySelector("#pipeline .flushed"));
  },
  PIPELINE,
);

both(
  "6: a click makes the wave of a wire, with its value in each cycle",
  async (reader) => {
    await reader.click("#picture .wire .number");
    const path = await reader.state("wire");
    await reader.click("#show-wave");
    await reader.links("view", "time");
    await reader.until(
      "the wire has a wave",
      (path) => document.querySelector(`#wave [data-signal="${path}"]`),
      path,
    );
    assert.match(await reader.text(`#wave [data-signal="${path}"]`), /[0-9a-f]/);
  },
  PIPELINE,
);

both("7: from a wire to its source and back", async (reader) => {
  for (const { path } of (await wires(reader)).slice(0, 5)) {
    await reader.click(`#picture .wire[data-path="${path}"] .number`);
    await reader.links("wire", path);
    const line = await reader.page.$eval(
      "#verilog .net.chosen",
      (it) => it.closest(".line").dataset.line,
    );
    await reader.press("0");
    await reader.page.evaluate(() => void (location.hash += "&wire="));
    await reader.links("wire", null);
    await reader.click(`#verilog [data-line="${line}"] .at`);
    await reader.links("wire", path);
    assert.ok(await reader.page.$(`#picture .wire.chosen[data-path="${path}"]`), path);
  }
});

both(
  "8: values and lanes keep their places when they change",
  async (reader) => {
    const lanes = async () => {
      await reader.click("#tab-table");
      const found = await reader.page.$eval(
        "#values [data-row=a_i]",
        (it) => it.cells[5].textContent,
      );
      await reader.click("#tab-datapath");
      return found;
    };
    const before = await wires(reader);
    assert.equal(await lanes(), "255   0 255 127");
    await reader.focus("#picture .wire");
    await reader.says("#tooltip", "; lanes ");
    await reader.type("#registers [data-register=a] [data-form=hex]", "00000009");
    await reader.settled();
    assert.equal(await lanes(), "  0   0   0   9");
    const after = await wires(reader);
    assert.deepEqual(
      after.map(({ path }) => path),
      before.map(({ path }) => path),
    );
    for (const [at, { path, exact }] of after.entries()) {
      // In some fonts the digits of a number change its width by a fraction of a pixel.
      const moved = exact.map((end, side) => Math.abs(end - before[at].exact[side]));
      assert.ok(Math.max(...moved) < 0.5, `${path} moved by ${moved} pixels`);
    }
    await reader.type("#ptx", "vadd2.u32.u32.u32.sat d, a, b, c");
    await reader.settled();
    assert.equal(await lanes(), "    0     9");
  },
  LANES,
);

both(
  "9: a link brings another reader to the same place",
  async (reader) => {
    await reader.click("#picture .wire .number");
    const shown = () => [
      document.querySelector("#ptx").value,
      document.querySelector("#picture .wire.chosen").getAttribute("data-path"),
      document.querySelector("#results").textContent,
      document.querySelector("#step-name").textContent,
    ];
    const before = await reader.page.evaluate(shown);
    const link = await reader.page.url();
    await reader.page.goto("about:blank");
    await reader.page.goto(link);
    await reader.until(
      "the page is ready",
      () => document.documentElement.dataset.ready === "true",
    );
    await reader.settled();
    assert.deepEqual(await reader.page.evaluate(shown), before);
  },
  LANES,
);

both("10: the picture is exported with its values", async (reader) => {
  const all = await wires(reader);
  await reader.click("#save-picture");
  const picture = await reader.saved(/vidalu_scalar\.svg$/);
  for (const { path, value } of all) assert.ok(picture.includes(`>${value}<`), path);
});
