// The inside of a block: a picture of what happens there, and its nets as a grid of bits.

import { $, h, rove, say } from "./dom.js";
import { about, inside } from "./inside.js";
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
import { heads, setBits, shape, weights } from "./weights.js";

/** The width of the widest net that has a row. */
const MOST = 132;
/** @type {{ path: string, width: number, cells: Element[], value: Element, row: any }[]} */
let rows = [];
/** @type {{ shape: string, update: (sections: import("./inside").Section[]) => void } | null} */
let picture = null;

/** The numbers of the picture, or nothing if the module has none. */
function sections() {
  const { nets, picture } = current();
  if (!picture) return [];
  const widths = new Map(nets.map((net) => [net.name, net.width]));
  return inside(picture, {
    has: (name) => widths.has(name),
    width: (name) => widths.get(name) ?? 1,
    value: (name) => {
      const digits = valueOf(pathOf(name));
      return digits === undefined ? undefined : big(digits);
    },
  });
}

/** The button that chooses a net. @param {string} name */
const button = (name) =>
  h(
    "button",
    {
      type: "button",
      class: "net",
      "data-path": pathOf(name),
      click: () => selectWire(pathOf(name)),
    },
    name,
  );

/** The row of a net in the grid. @param {import("./types").Net} net @param {number} columns */
function line(net, columns) {
  const cells = Array.from({ length: net.width }, () => h("td", { class: "bit" }));
  const value = h("td", { class: "word" });
  const gap = columns > net.width ? h("td", { colspan: columns - net.width }) : null;
  const row = h(
    "tr",
    { class: "net", "data-row": net.name },
    h("th", { scope: "row" }, button(net.name)),
    h("td", { class: "width" }, net.width),
    ...[value, gap, ...cells],
  );
  rows.push({ path: pathOf(net.name), width: net.width, cells, value, row });
  return row;
}

function draw() {
  rows = [];
  picture = null;
  const module = current();
  const name = moduleOf(state.module) ?? "";
  const shown = module.nets.filter((net) => net.width <= MOST);
  const columns = Math.max(1, ...shown.map((net) => net.width));
  const body = h("tbody", null, ...shown.map((net) => line(net, columns)));
  const parts = state.module.split(".").filter(Boolean);
  const enter = (/** @type {string} */ module, /** @type {string} */ text, block = "") =>
    h(
      "button",
      {
        type: "button",
        "data-block": block || null,
        click: () => change({ module, stage: -1 }),
      },
      text,
    );
  const path = parts.map((part, at) => enter(parts.slice(0, at + 1).join("."), part));
  const inner = module.instances
    .filter((it) => known.hardware.modules[it.module])
    .map((it) => enter(pathOf(it.name), `${it.name} ›`, pathOf(it.name)));
  const meaning = module.picture ? about(module.picture) : "Each row is a net, each column a bit.";
  $("grid").replaceChildren(
    h(
      "nav",
      { "aria-label": "path of the block", class: "crumbs" },
      enter("", known.hardware.top),
      ...path,
    ),
    inner.length ? h("div", { class: "inner", "aria-label": "blocks inside" }, ...inner) : "",
    h("p", { class: "quiet" }, `${name}. ${meaning}`),
    h("div", { id: "inside", class: "scroll" }),
    h(
      "details",
      { open: !module.picture },
      h("summary", null, "all nets of the block"),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "bits nets" },
          h("thead", null, heads(["net", "bits", "value"], columns)),
          body,
        ),
      ),
    ),
  );
  rove(body, "button");
  $("grid")
    .querySelectorAll(".inner")
    .forEach((/** @type {Element} */ it) => rove(it, "button"));
}

/** Shows the numbers of the picture. Its shape can depend on them. */
function updatePicture() {
  const now = sections();
  if (now.length === 0) return;
  const own = shape(now);
  if (picture?.shape !== own) {
    const made = weights(now, button);
    $("inside").replaceChildren(made.table);
    made.table.querySelectorAll("tbody").forEach((/** @type {Element} */ it) => rove(it, "button"));
    picture = { shape: own, update: made.update };
  }
  picture.update(now);
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
  updatePicture();
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
