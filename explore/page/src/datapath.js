// Draws the datapath of the module in hand. A change of values changes texts, not the drawing.

import { $, h, rove, s, say } from "./dom.js";
import { save } from "./save.js";
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

/** @typedef {import("./types").Net} Net */

const TOP = 62,
  LINE = 18,
  CHAR = 7.6,
  ROW = 50,
  BAR = 14;
/** @type {{ path: string, node: Element, value: Text, box: Element }[]} */
let wires = [];
/** @type {{ name: string, node: Element, at: number }[]} */
let boxes = [];
/** @type {{ net: string, node: Element, name: string }[]} */
let fields = [];

/** The number of characters that the label or the value of a wire needs. @param {Net} net */
const room = ({ name, width }) =>
  Math.max(name.length + 1 + String(width).length, Math.ceil(width / 4), 3);

/** @param {Net} net @param {number} x @param {number} y @param {number | null} right */
function wire(net, x, y, right) {
  const path = pathOf(net.name);
  const center = right === null ? x : x + right / 2;
  const line =
    right === null
      ? `M${x} ${y} V${TOP} m-4 -6 l4 6 l4 -6`
      : `M${x} ${y} h${right} m-6 -4 l6 4 l-6 4`;
  const label = right === null ? y - 22 : y - 7;
  const value = document.createTextNode("");
  const slash =
    right === null ? null : s("path", { class: "slash", d: `M${x + 9} ${y + 4} l6 -8` });
  const half = (room(net) * CHAR) / 2 + 4;
  const box = s("rect", {
    class: "hit",
    x: center - half,
    y: label - 13,
    width: half * 2,
    height: 36,
    rx: 4,
  });
  const node = s(
    "g",
    {
      class: "wire",
      role: "button",
      "data-path": path,
      tabindex: -1,
      click: () => selectWire(path),
    },
    box,
    s("path", { class: "flow", d: line }),
    slash,
    s(
      "text",
      { class: "number", x: center, y: label },
      net.name,
      " ",
      s("tspan", { class: "width" }, net.width),
    ),
    s("text", { class: "value", x: center, y: right === null ? y - 6 : y + 15 }, value),
  );
  wires.push({ path, node, value, box });
  return node;
}

/**
 * @param {import("./types").Item} item
 * @param {number} at
 * @param {number} x
 * @param {number} wide
 * @param {number} high
 */
function stage(item, at, x, wide, high) {
  const lines = [];
  let y = TOP + 21;
  lines.push(s("text", { class: "name", x: x + wide / 2, y }, item.name));
  for (const { module, instance } of item.blocks ?? []) {
    y += LINE + 6;
    const path = pathOf(instance);
    const enter = (/** @type {Event} */ event) => {
      event.stopPropagation();
      change({ module: path, stage: -1, view: "block" }, { keep: false });
    };
    lines.push(
      s(
        "g",
        {
          class: "enter",
          role: "button",
          tabindex: -1,
          "aria-label": `open the block ${instance}`,
          "data-block": path,
          click: enter,
        },
        s("rect", { x: x + 8, y: y - 14, width: wide - 16, height: 20, rx: 10 }),
        s("text", { x: x + wide / 2, y }, `${module.replace(/^vidalu_/, "")} ›`),
      ),
    );
  }
  for (const net of item.state ?? []) {
    y += LINE + 2;
    lines.push(field(net.name, x + wide / 2, y, "state"));
  }
  for (const name of item.fields ?? []) {
    y += LINE;
    lines.push(field(name, x + wide / 2, y, "field"));
  }
  const node = s(
    "g",
    {
      class: "stage",
      role: "button",
      tabindex: -1,
      "data-stage": at,
      "aria-label": `stage ${item.name}`,
      click: () => change({ stage: at }),
    },
    s("rect", { class: "box", x, y: TOP, width: wide, height: high, rx: 8 }),
    ...lines,
  );
  boxes.push({ name: item.name ?? "", node, at });
  return node;
}

/** @param {string} name @param {number} x @param {number} y @param {string} kind */
function field(name, x, y, kind) {
  const value = s("tspan", { class: "value" }, "");
  const text = s("text", { class: kind, x, y, "data-path": pathOf(name) }, `${name} `, value);
  fields.push({ net: pathOf(name), node: value, name });
  return text;
}

/** @param {import("./types").Item} item */
function sizeOf(item) {
  const texts = [
    item.name ?? "",
    ...(item.blocks ?? []).map((it) => it.module.replace(/^vidalu_/, "") + " ›  "),
    ...(item.fields ?? []).map((it) => `${it} 00`),
    ...(item.state ?? []).map((it) => it.name + " 0000"),
  ];
  const lines =
    1 +
    (item.fields ?? []).length +
    ((item.state ?? []).length * (LINE + 2) + (item.blocks ?? []).length * (LINE + 6)) / LINE;
  return {
    wide: Math.max(...texts.map((text) => text.length)) * CHAR + 28,
    high: lines * LINE + 18,
  };
}

function draw() {
  wires = [];
  boxes = [];
  fields = [];
  const { items } = current();
  const high = Math.max(
    110,
    ...items.map((item) => Math.max(sizeOf(item).high, item.numbers.length * ROW + 10)),
  );
  /** @type {Element[]} */
  const drawn = [];
  let x = 10;
  items.forEach((item, at) => {
    const operands = item.operands;
    const across = operands.reduce((sum, net) => sum + room(net) * CHAR + 16, 0);
    const wide = item.kind === "stage" ? Math.max(sizeOf(item).wide, across) : BAR;
    if (item.kind === "stage") drawn.push(stage(item, at, x, wide, high));
    else {
      const rows = item.rows ?? 1;
      drawn.push(
        s(
          "g",
          {
            class: "row",
            role: "button",
            tabindex: -1,
            "data-stage": at,
            "aria-label": `${rows} rows of pipeline registers`,
            click: () => change({ stage: at }),
          },
          ...Array.from({ length: rows }, (_, row) =>
            s("rect", {
              x: x + (row * BAR) / rows,
              y: TOP,
              width: BAR / rows - 2,
              height: high,
              rx: 2,
            }),
          ),
          s("path", {
            class: "clock",
            d: `M${x} ${TOP + high} l${BAR / 2 - 1} -9 l${BAR / 2 - 1} 9`,
          }),
          s(
            "text",
            { class: "count", x: x + BAR / 2, y: TOP + high + 18 },
            rows === 1 ? "register" : `${rows} rows`,
          ),
        ),
      );
      boxes.push({ name: "", node: drawn[drawn.length - 1], at });
    }
    operands.forEach((net, place) =>
      drawn.push(wire(net, x + (wide * (2 * place + 1)) / (2 * operands.length), 40, null)),
    );
    x += wide;
    const numbers = item.numbers;
    const gap = numbers.length ? Math.max(...numbers.map(room)) * CHAR + 22 : 22;
    const first = TOP + 4 + (high - (numbers.length - 1) * ROW) / 2;
    numbers.forEach((net, place) => drawn.push(wire(net, x, first + place * ROW, gap)));
    x += gap;
  });
  const name = moduleOf(state.module) ?? "";
  const height = TOP + high + 30;
  const picture = s(
    "svg",
    {
      id: "picture",
      role: "group",
      "aria-label": `datapath of ${name}`,
      viewBox: `0 0 ${x + 10} ${height}`,
      width: x + 10,
      height,
    },
    ...drawn,
  );
  $("datapath").replaceChildren(
    items.length
      ? picture
      : h(
          "p",
          { class: "quiet" },
          "This module has no stages. Open the view “Inside” to see its nets bit by bit.",
        ),
  );
  if (items.length) rove(picture, "[role=button]");
}

/**
 * Returns whether an instruction does not use a wire: an operand that it does not read, or a number
 * of a stage that it does not use. The result is always used.
 * @param {string} path
 * @param {import("./types").Item | undefined} from the stage that makes the number
 */
function isUnused(path, from) {
  const { answer } = known;
  if (!answer || path === "d_o") return false;
  const operand = /^([abc])_i$/.exec(path)?.[1];
  if (operand) return !answer.reads.includes(operand);
  return !!from && answer.used[pathOf(from.name ?? "")] === false;
}

function update() {
  const { answer } = known;
  for (const { path, node, value } of wires) {
    const text = valueOf(path);
    say(value, text ?? (known.guess ? "?" : "–"));
    node.classList.toggle("wrong", isWrong(path));
    node.classList.toggle("chosen", path === state.wire);
    const verdict = isWrong(path) ? ", the gates disagree with the model" : "";
    node.setAttribute("aria-label", `wire ${path}: ${text ? `0x${text}` : "no value"}${verdict}`);
  }
  const digits = (/** @type {string} */ text) => text.replace(/^0+(?=.)/, "");
  for (const { net, node, name } of fields) {
    const plain = answer?.fields.find((it) => it.name === name);
    const text = valueOf(net) ?? valueOf(pathOf(`${name}_q`));
    say(node, text !== undefined ? digits(text) : plain ? String(plain.value) : "");
  }
  for (const { name, node, at } of boxes) {
    node.classList.toggle("unused", !!answer && name !== "" && answer.used[pathOf(name)] === false);
    node.classList.toggle("chosen", at === state.stage);
    node.classList.toggle("later", state.stage >= 0 && at > state.stage);
    if (at === state.stage) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
  const { items } = current();
  for (const { path, node } of wires) {
    const from = items.findIndex((item) => item.numbers.some((net) => pathOf(net.name) === path));
    node.classList.toggle("later", state.stage >= 0 && from > state.stage);
    node.classList.toggle("unused", isUnused(path, items[from]));
  }
  const item = items[state.stage];
  say(
    $("step-name"),
    !items.length
      ? ""
      : item
        ? item.kind === "stage"
          ? `${item.name} (${state.stage + 1} of ${items.length})`
          : `registers (${state.stage + 1} of ${items.length})`
        : `all ${items.length} steps`,
  );
  const about = item?.name
    ? item.name
        .split(" | ")
        .map((name) => known.catalog.stages[name.replace(/ \d+$/, "")] ?? "")
        .join(" ")
    : item
      ? "The clock edge stores the numbers here; the next stage works on them in the next cycle."
      : "";
  const trace =
    answer && !known.guess
      ? answer.trace
          .filter((it) => it.stage === item?.name)
          .map((it) => `${it.name} = ${it.decimal}`)
          .join(", ")
      : "";
  say($("step-text"), trace ? `${about} ${trace}.` : about);
  $("step-back").disabled = state.stage < 0;
  $("step-on").disabled = state.stage >= items.length - 1;
}

/**
 * Moves by a number of steps through the stages; before the first step all stages show.
 * @param {number} by
 */
export function step(by) {
  const to = Math.max(-1, Math.min(current().items.length - 1, state.stage + by));
  return change({ stage: to }).then(() => {
    const box = boxes.find(({ at }) => at === to)?.node;
    box?.scrollIntoView({ block: "nearest", inline: "center" });
  });
}

export function mount() {
  $("step-back").addEventListener("click", () => step(-1));
  $("step-on").addEventListener("click", () => step(1));
  $("step-all").addEventListener("click", () => change({ stage: -1 }));
  $("save-picture").addEventListener("click", () =>
    save($("picture"), `${moduleOf(state.module)}.svg`),
  );
  listen((changed) => {
    if (changed.has("hardware") || changed.has("module")) draw();
    if (["hardware", "module", "answer", "guess", "stage", "wire"].some((it) => changed.has(it)))
      update();
  });
}
