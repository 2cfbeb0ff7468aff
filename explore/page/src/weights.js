// A table of numbers, in which each bit stands in the column of its weight.

import { h, say } from "./dom.js";
import { hex } from "./number.js";

/** @typedef {import("./inside").Section} Section */
/** @typedef {import("./inside").Row} Row */

/**
 * Fills the cells of a number with its bits.
 * @param {Element[]} cells
 * @param {string} text
 * @param {number} [lo] the weight of the lowest bit, as a power of two
 */
export function setBits(cells, text, lo = 0) {
  for (let at = 0; at < cells.length; at++) {
    const bit = text[at] ?? "";
    if (cells[at].textContent === bit) continue;
    cells[at].textContent = bit;
    cells[at].className = `bit b${bit}${(cells.length - 1 - at + lo) % 8 === 7 ? " byte" : ""}`;
  }
}

/** The heads of the columns. @param {string[]} names @param {number} columns */
export function heads(names, columns) {
  const bits = Array.from({ length: columns }, (_, at) => columns - 1 - at);
  return h(
    "tr",
    null,
    ...names.map((name) => h("th", { scope: "col" }, name)),
    ...bits.map((bit) =>
      h("th", { class: bit % 8 === 7 ? "bit byte" : "bit" }, bit % 4 === 0 ? bit : ""),
    ),
  );
}

/**
 * Makes the table.
 * @param {Section[]} sections
 * @param {(name: string) => Node} button makes the button of a net
 */
export function weights(sections, button) {
  const columns = Math.max(...sections.flatMap((it) => it.rows.map((row) => row.lo + row.width)));
  /** @type {{ cells: Element[], value: Element, note: Element, row: Element }[]} */
  const drawn = [];
  const line = (/** @type {Row} */ it) => {
    const cells = Array.from({ length: it.width }, () => h("td", { class: "bit" }));
    const gap = (/** @type {number} */ count) => (count ? h("td", { colspan: count }) : null);
    const [value, note] = [h("td", { class: "word" }), h("td", { class: "note" })];
    const name = h("th", { scope: "row" }, it.net ? button(it.name) : it.name);
    const row = h(
      "tr",
      { class: it.net ? "net" : "derived", "data-row": it.name },
      ...[name, value, note, gap(columns - it.lo - it.width), ...cells, gap(it.lo)],
    );
    drawn.push({ cells, value, note, row });
    return row;
  };
  const bodies = sections.map(({ title, rows }) => {
    const head = h("th", { colspan: columns + 3, scope: "rowgroup" }, title);
    return h("tbody", null, h("tr", { class: "title" }, head), ...rows.map(line));
  });
  const head = h("thead", null, heads(["number", "value", "meaning"], columns));
  return { table: h("table", { class: "bits weights" }, head, ...bodies), update };

  /** Shows numbers of the same shape. @param {Section[]} sections */
  function update(sections) {
    sections
      .flatMap((it) => it.rows)
      .forEach(({ value, width, lo, note, wrong }, at) => {
        const shown = drawn[at];
        setBits(shown.cells, value === undefined ? "" : value.toString(2).padStart(width, "0"), lo);
        say(shown.value, value === undefined ? "–" : hex(value, width));
        say(shown.note, note);
        shown.row.classList.toggle("wrong", wrong);
      });
  }
}

/** What of sections the shape of the table depends on. @param {Section[]} sections */
export const shape = (sections) =>
  JSON.stringify(
    sections.map((it) => [it.title, it.rows.map((row) => [row.name, row.width, row.lo])]),
  );
