// The nets of a block as a grid of bits. Every block has one; an adder also shows its carries.

import { $, h, rove, say } from "./dom.js";
import { big, bits, signed } from "./number.js";
import {
  change,
  current,
  isWrong,
  known,
  listen,
  moduleOf,
  pathOf,
  selectWire,
  state,
  valueOf,
} from "./store.js";

const MOST = 132;
const ABOUT = /** @type {Record<string, string>} */ ({
  adder:
    "generate: both bits are 1, so a carry leaves this place. propagate: one bit is 1, so a " +
    "carry passes. carry: the gates added it here. cut: a carry does not cross this place.",
  shifter:
    "Each level shifts by a power of two if its bit of the amount is 1. Read from top to bottom.",
  rows:
    "Each row is the multiplicand times one digit of the multiplier. The compressors add the " +
    "rows.",
  compressor:
    "A compressor turns several bits of a column into fewer bits. It does not wait for carries.",
  clamp: "Two comparisons: does the value exceed the upper end of the range, or the lower end?",
  select: "Takes a part of the register and extends it by its sign, or by zeros.",
});
/** @type {{ path: string, width: number, cells: Element[], value: Element, row: any }[]} */
let rows = [];
/** @type {{ name: string, cells: Element[], value: Element }[]} */
let carries = [];

/** Returns the numbers that an adder adds, and their sum, by the names of the nets. */
function summands() {
  const { nets, block } = current();
  if (block !== "adder") return null;
  const find = (/** @type {string[]} */ ...names) =>
    names.map((name) => nets.find((net) => net.name === name)).find((net) => net);
  const sum = find("sum_o", "d_o", "y_o") ?? nets.find((net) => net.name.startsWith("sum"));
  const left = find("augend", "a_i", "x_i");
  const right = find("addend", "b_i", "y_i");
  return sum && left && right && sum.width >= left.width ? { sum, left, right, all: nets } : null;
}

/** Returns the words of generate, propagate, carry and cut, or nothing where a value is unknown. */
function carryWords() {
  const found = summands();
  if (!found) return null;
  const value = (/** @type {import("./types").Net} */ net) => valueOf(pathOf(net.name));
  const [x, y, out] = [found.left, found.right, found.sum].map(value);
  if (x === undefined || y === undefined || out === undefined) return null;
  const width = Math.min(found.left.width, found.right.width, found.sum.width);
  const mask = (1n << BigInt(width)) - 1n;
  // b - a inverts the sum behind the adder.
  const backward = big(valueOf(pathOf("backward")) ?? "0") === 1n;
  const [a, b] = [big(x) & mask, big(y) & mask];
  const sum = (backward ? ~big(out) : big(out)) & mask;
  const generate = a & b,
    propagate = a ^ b,
    carry = propagate ^ sum;
  const next = ((generate | (propagate & carry)) << 1n) & mask;
  const cut = (next ^ carry) & ~1n & mask;
  return { width, words: { generate, propagate, carry, cut } };
}

/** @param {string} name @param {number} width @param {number} columns @param {string} kind */
function line(name, width, columns, kind) {
  const cells = Array.from({ length: width }, () => h("td", { class: "bit" }));
  const value = h("td", { class: "word" });
  const label =
    kind === "net"
      ? h(
          "button",
          {
            type: "button",
            class: "net",
            "data-path": pathOf(name),
            click: () => selectWire(pathOf(name)),
          },
          name,
        )
      : name;
  const inside = Array.from({ length: Math.max(0, columns - width) }, () =>
    h("td", { class: "blank" }),
  );
  const row = h(
    "tr",
    { class: kind, "data-row": name },
    h("th", { scope: "row" }, label),
    h("td", { class: "width" }, width),
    value,
    ...inside,
    ...cells,
  );
  return { cells, value, row, width };
}

function draw() {
  rows = [];
  carries = [];
  const module = current();
  const name = moduleOf(state.module) ?? "";
  const shown = module.nets.filter((net) => net.width <= MOST);
  const columns = Math.max(1, ...shown.map((net) => net.width));
  const body = h("tbody", null);
  for (const net of shown) {
    const { row, cells, value } = line(net.name, net.width, columns, "net");
    rows.push({ path: pathOf(net.name), width: net.width, cells, value, row });
    body.append(row);
  }
  const found = summands();
  if (found) {
    const width = Math.min(found.left.width, found.right.width, found.sum.width);
    for (const kind of ["generate", "propagate", "carry", "cut"]) {
      const { row, cells, value } = line(kind, width, columns, "derived");
      carries.push({ name: kind, cells, value });
      body.append(row);
    }
  }
  const heads = Array.from({ length: columns }, (_, at) => columns - 1 - at);
  const head = h(
    "tr",
    null,
    h("th", null, "net"),
    h("th", null, "bits"),
    h("th", null, "value"),
    ...heads.map((bit) =>
      h("th", { class: bit % 8 === 7 ? "bit byte" : "bit" }, bit % 4 === 0 ? bit : ""),
    ),
  );
  const parts = state.module.split(".").filter(Boolean);
  const top = h(
    "button",
    { type: "button", click: () => change({ module: "", stage: -1 }) },
    known.hardware.top,
  );
  const path = parts.map((part, at) =>
    h(
      "button",
      {
        type: "button",
        click: () => change({ module: parts.slice(0, at + 1).join("."), stage: -1 }),
      },
      part,
    ),
  );
  const inner = module.instances
    .filter((it) => known.hardware.modules[it.module])
    .map((it) =>
      h(
        "button",
        {
          type: "button",
          "data-block": pathOf(it.name),
          click: () => change({ module: pathOf(it.name), stage: -1 }),
        },
        `${it.name} ›`,
      ),
    );
  $("grid").replaceChildren(
    h("nav", { "aria-label": "path of the block", class: "crumbs" }, top, ...path),
    inner.length ? h("div", { class: "inner", "aria-label": "blocks inside" }, ...inner) : "",
    h(
      "p",
      { class: "quiet" },
      `${name}. ${ABOUT[module.block ?? ""] ?? "Each row is a net, each column a bit."}`,
    ),
    h("div", { class: "scroll" }, h("table", { class: "bits" }, h("thead", null, head), body)),
  );
  rove(body, "button");
  $("grid")
    .querySelectorAll(".inner")
    .forEach((/** @type {Element} */ it) => rove(it, "button"));
}

/** @param {Element[]} cells @param {string} text */
function setBits(cells, text) {
  for (let at = 0; at < cells.length; at++) {
    const bit = text[at] ?? "";
    if (cells[at].textContent === bit) continue;
    cells[at].textContent = bit;
    cells[at].className = `bit b${bit}${(cells.length - 1 - at) % 8 === 7 ? " byte" : ""}`;
  }
}

function update() {
  for (const { path, width, cells, value, row } of rows) {
    const digits = valueOf(path);
    setBits(cells, digits === undefined ? "" : bits(digits, width));
    say(value, digits === undefined ? (known.guess ? "?" : "–") : digits);
    row.title =
      digits === undefined
        ? ""
        : `${path} = 0x${digits} = ${big(digits)} (${signed(digits, width)})`;
    row.classList.toggle("wrong", isWrong(path));
    row.classList.toggle("chosen", path === state.wire);
  }
  const found = carryWords();
  for (const { name, cells, value } of carries) {
    const word = found?.words[/** @type {"carry"} */ (name)];
    setBits(cells, word === undefined ? "" : word.toString(2).padStart(cells.length, "0"));
    say(
      value,
      word === undefined ? "–" : word.toString(16).padStart(Math.ceil(cells.length / 4), "0"),
    );
  }
}

export function mount() {
  let drawn = "";
  listen((changed) => {
    if (state.view !== "block") return;
    const now = `${state.unit} ${state.module}`;
    if (now !== drawn || changed.has("hardware")) draw();
    drawn = now;
    update();
  });
}
