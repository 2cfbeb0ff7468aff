// What a reader does in the views of time, profiles and practice, each step by a click or a key.

import assert from "node:assert/strict";
import { PIPELINE, both } from "./both.js";

both(
  "the pipeline stalls, flushes, stops its clock and is reset by clicks",
  async (reader) => {
    await reader.click("#tab-time");
    const row = (/** @type {string} */ name) =>
      reader.page.$$eval(`#pipeline [data-row="${name}"] td`, (all) =>
        all.map((it) => it.textContent),
      );
    await reader.says("#pipeline", "delivered");
    const first = (await row("delivered")).indexOf("0");
    assert.ok(first > 0);
    await reader.click(`[data-cell=n${first}]`);
    await reader.until(
      "the stall delays",
      (at) =>
        document.querySelectorAll("#pipeline [data-row=delivered] td")[at]?.textContent === "",
      first,
    );
    assert.equal((await row("delivered")).indexOf("0"), first + 1);
    await reader.click(`[data-cell=n${first}]`);
    await reader.click("[data-cell=s2]");
    await reader.until(
      "the clock stops",
      (at) =>
        document.querySelectorAll("#pipeline [data-row=delivered] td")[at]?.textContent === "",
      first,
    );
    await reader.click("[data-cell=s2]");
    await reader.click("[data-cell=f2]");
    await reader.says("#legend", "flushed");
    assert.match(
      (
        await reader.page.$$eval("#pipeline .flushed", (all) => all.map((it) => it.textContent))
      ).join(),
      /0/,
    );
    await reader.click("[data-cell=f2]");
    await reader.click("[data-cell=r2]");
    await reader.until(
      "the reset drops it",
      () =>
        ![...document.querySelectorAll("#pipeline [data-row=delivered] td")].some(
          (it) => it.textContent === "0",
        ),
    );
  },
  PIPELINE,
);

both(
  "instructions are added to the pipeline, and waves are saved",
  async (reader) => {
    await reader.click("#tab-time");
    await reader.says("#legend", "vadd");
    const count = () => reader.page.$$eval("#pipeline thead th", (all) => all.length);
    const before = await count();
    await reader.click("#more-cycles");
    await reader.until(
      "there are more cycles",
      (before) => document.querySelectorAll("#pipeline thead th").length > before,
      before,
    );
    await reader.click("#add-instruction");
    await reader.links("program", await reader.state("program"));
    await reader.click("[data-cell=at3]");
    await reader.links("at", "3");
    await reader.click("#tab-datapath");
    await reader.click("#picture .wire .number");
    const path = await reader.state("wire");
    await reader.click("#show-wave");
    await reader.until(
      "the wire has a wave",
      (path) => document.querySelector(`#wave [data-signal="${path}"]`),
      path,
    );
    await reader.click("#save-wave");
    assert.match(await reader.saved(/wave\.svg$/), new RegExp(`<svg[^]*${path}`));
    await reader.click("#clear-time");
    await reader.links("program", null);
  },
  PIPELINE,
);

both("profiles stand side by side, and a difference is found", async (reader) => {
  await reader.click("#tab-profiles");
  await reader.says("#profile-table", "manual");
  await reader.page.select("#profile-p", "manual");
  await reader.page.select("#profile-q", "ptxas");
  await reader.click("#find-difference");
  await reader.says("#differ-note", "manual gives 0x");
  await reader.until("a profile differs", () => document.querySelector("#profile-table .differs"));
});

both(
  "a guess is judged",
  async (reader) => {
    await reader.click("#tab-practice");
    await reader.click("#next-result");
    await reader.says("#question", "What is d");
    assert.match(await reader.text("#results"), /hidden/);
    const registers = Object.fromEntries(
      await Promise.all(
        ["a", "b", "c", "cc"].map(async (name) => [name, (await reader.state(name)) ?? "0"]),
      ),
    );
    const { results } = await reader.ask("evaluate", {
      unit: await reader.value("#unit"),
      ptx: await reader.value("#ptx"),
      registers,
    });
    await reader.type("#guess", `0x${results.d}`);
    await reader.press("Enter");
    await reader.says("#guess-result", "Right: 0x");
    await reader.click("#next-wire");
    await reader.says("#question", "the wire");
    await reader.type("#guess", "no number");
    await reader.press("Enter");
    await reader.says("#guess-result", "is not a number");
    await reader.click("#reveal");
    await reader.says("#question", "then guess");
    await reader.says("#labs", "vidalu lab start");
  },
  PIPELINE,
);
