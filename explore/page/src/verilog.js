// The generated Verilog: the lines of the stage in hand are marked, and values stand beside names.

import { $, h, rove, say } from "./dom.js";
import {
  change,
  current,
  isWrong,
  known,
  listen,
  pathOf,
  selectWire,
  state,
  valueOf,
} from "./store.js";

const KEYWORDS = new Set(
  (
    "always assign begin case else end endcase endmodule for function generate if input localparam " +
    "module output posedge reg signed wire"
  ).split(" "),
);
/** @type {{ net: string, node: Element }[]} */
let values = [];
/** @type {Element[]} */
let lines = [];
let isBehavioral = false;

/**
 * Splits a line into comments, names of nets, and the rest.
 * @param {string} text
 * @param {Set<string>} nets
 */
function tokens(text, nets) {
  const at = text.indexOf("//");
  const [code, comment] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
  const parts = code.split(/([A-Za-z_][A-Za-z0-9_$]*)/).map((part) => {
    if (nets.has(part))
      return h(
        "span",
        { class: "net", "data-path": pathOf(part), click: () => selectWire(pathOf(part)) },
        part,
      );
    return KEYWORDS.has(part) ? h("b", null, part) : part;
  });
  if (comment) parts.push(h("i", null, comment));
  return parts;
}

/** Selects what a line is about: the net that it declares, and its stage. @param {number} line */
function follow(line) {
  const { items, nets } = current();
  const stage = items.findIndex((item) => item.from <= line && line <= item.to);
  const net = nets.find((it) => it.line === line);
  change({ stage, ...(net ? { wire: pathOf(net.name) } : {}) });
}

function draw() {
  values = [];
  const module = current();
  const nets = new Set(module.nets.map((net) => net.name));
  const byLine = new Map(module.nets.map((net) => [net.line, net.name]));
  lines = module.text.split("\n").map((text, at) => {
    const number = at + 1;
    const net = byLine.get(number);
    const value = h("span", { class: "value" });
    if (net) values.push({ net, node: value });
    return h(
      "div",
      { class: "line", "data-line": number },
      h(
        "button",
        {
          type: "button",
          class: "at",
          "aria-label": `line ${number}`,
          click: () => follow(number),
        },
        number,
      ),
      h("code", null, ...tokens(text, nets)),
      value,
    );
  });
  $("verilog").replaceChildren(...lines);
  rove($("verilog"), "button.at");
  const has = module.behavioral !== null;
  $("show-behavioral").disabled = !has;
  $("behavioral").hidden = !has || !isBehavioral;
  say($("behavioral"), module.behavioral ?? "");
  say($("file-name"), module.file);
}

function update() {
  for (const { net, node } of values) {
    const text = valueOf(pathOf(net));
    say(node, text === undefined ? "" : `= ${text}`);
    node.classList.toggle("wrong", isWrong(pathOf(net)));
  }
}

/**
 * Marks the lines of the stage in hand and the names of the wire in hand.
 * @param {boolean} scroll
 */
function mark(scroll) {
  const { items, nets } = current();
  const item = items[state.stage];
  lines.forEach((line, at) =>
    line.classList.toggle("marked", !!item && item.from <= at + 1 && at + 1 <= item.to),
  );
  for (const name of $("verilog").querySelectorAll(".net"))
    name.classList.toggle("chosen", name.dataset.path === state.wire);
  const net = nets.find((it) => pathOf(it.name) === state.wire);
  const target = scroll ? lines[(net?.line ?? item?.from ?? 0) - 1] : undefined;
  if (!(target instanceof HTMLElement)) return;
  const pane = $("verilog");
  pane.scrollTop = target.offsetTop - pane.offsetTop - pane.clientHeight / 3;
}

export function mount() {
  $("show-behavioral").addEventListener("click", () => {
    isBehavioral = !isBehavioral;
    $("show-behavioral").setAttribute("aria-pressed", String(isBehavioral));
    $("behavioral").hidden = !isBehavioral || current().behavioral === null;
  });
  listen((changed) => {
    const isNew = changed.has("hardware") || changed.has("module");
    if (isNew) draw();
    if (isNew || changed.has("answer") || changed.has("guess")) update();
    if (isNew || changed.has("stage") || changed.has("wire"))
      mark(changed.has("stage") || changed.has("wire"));
    if (known.hardware && changed.has("view")) mark(false);
  });
}
