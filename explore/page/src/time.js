// The pipeline over cycles: its inputs are buttons, and each instruction in flight has a colour.
//
// The link holds one word for each cycle, separated by dots. A word is the number of the issued
// instruction, 0 for the one in the editor, and then letters: n, not ready; s, clock stopped; f,
// flush; r, reset.

import { question } from "./engine.js";
import { $, h, say } from "./dom.js";
import { read, write, initial } from "./link.js";
import { save } from "./save.js";
import { change, known, listen, registers, split, state, unit, widthOf } from "./store.js";
import { wave } from "./wave.js";

const COLOURS = 8;
/** @type {import("./types").Simulation | null} */
let shown = null;
let latest = 0;

/** The inputs of the cycles, as words. */
function words() {
  if (state.cycles) return state.cycles.split(".");
  const count = Math.max(10, unit().depth + 8);
  return Array.from({ length: count }, (_, at) => (at === 0 ? "r" : at % 2 && at < 7 ? "0" : ""));
}

/** The instructions that can be issued: the one in the editor, and those that were added. */
function program() {
  const added = state.program ? state.program.split("|") : [];
  const own = { ptx: state.ptx, registers: registers() };
  return [
    own,
    ...added.map((text) => {
      const { ptx = "", a, b, c, cc } = read(text.replaceAll("~", "%"));
      return { ptx, registers: { a, b, c, cc } };
    }),
  ];
}

/** Adds the instruction in the editor to the program, and issues it in the first free cycle. */
function add() {
  const { ptx, a, b, c, cc } = state;
  const text = write({ ...initial(), ptx, a, b, c, cc })
    .slice(1)
    .replaceAll("%", "~");
  const all = state.program ? state.program.split("|") : [];
  const list = words();
  const free = list.findIndex((word) => !/[\dr]/.test(word));
  if (free >= 0) list[free] = `${all.length + 1}${list[free]}`;
  return change({ program: [...all, text].join("|"), cycles: list.join(".") });
}

/** Changes a letter of a cycle. @param {number} at @param {string} letter */
function toggle(at, letter) {
  const list = words();
  list[at] = list[at].includes(letter) ? list[at].replace(letter, "") : list[at] + letter;
  return change({ cycles: list.join(".") });
}

/**
 * Issues the next instruction of the program in a cycle, or none after the last.
 * @param {number} at
 */
function issue(at) {
  const list = words();
  const now = /^\d+/.exec(list[at]);
  const next = now ? +now[0] + 1 : 0;
  list[at] = (next < program().length ? String(next) : "") + list[at].replace(/^\d+/, "");
  return change({ cycles: list.join(".") });
}

/** The request for the engine. */
function cycles() {
  const all = program();
  return words().map((word) => {
    const number = /^\d+/.exec(word);
    return {
      reset: word.includes("r"),
      enable: !word.includes("s"),
      flush: word.includes("f"),
      ready: !word.includes("n"),
      issue: number && all[+number[0]] ? all[+number[0]] : null,
    };
  });
}

/** @param {import("./types").Simulation["wrong"]} wrong */
function disagreement([first, ...more]) {
  if (!first) return "";
  const { pin, cycle, expected, observed } = first;
  const others = more.length ? ` (and ${more.length} more values)` : "";
  return `In cycle ${cycle}, ${pin} is ${observed}, and the model expects ${expected}${others}.`;
}

async function simulate() {
  const own = ++latest;
  const request = {
    unit: state.unit,
    registers: registers(),
    cycles: cycles(),
    ...(state.profile ? { profile: state.profile } : {}),
  };
  const extra = state.waves ? state.waves.split(",") : [];
  try {
    const answer = await question("simulate", request);
    /** @type {Record<string, (string | undefined)[]>} */
    const signals = {};
    for (const path of extra) signals[path] = [];
    for (let at = 0; extra.length && at < request.cycles.length; at++) {
      const { wires } = await question("simulate", { ...request, at });
      for (const path of extra) signals[path].push(wires?.[path]);
    }
    if (own !== latest) return;
    shown = answer;
    say($("time-note"), disagreement(answer.wrong));
    draw(signals);
  } catch (error) {
    if (own !== latest) return;
    say($("time-note"), String(error instanceof Error ? error.message : error));
  }
}

/** @param {number | null | undefined} index */
function chip(index) {
  if (index === null || index === undefined) return "";
  const isFlushed = shown?.flushed.includes(index);
  return h(
    "span",
    {
      class: `chip c${index % COLOURS}${isFlushed ? " flushed" : ""}`,
      title: isFlushed ? `instruction ${index}, flushed` : `instruction ${index}`,
    },
    isFlushed ? `${index} ✕` : index,
  );
}

/** Returns the element in the table that has the focus, so that a new table can give it back. */
const focused = () => document.activeElement?.getAttribute("data-cell");

/** @param {Record<string, (string | undefined)[]>} signals */
function draw(signals) {
  if (!shown) return;
  const list = words();
  const own = unit();
  const answer = shown;
  const cell = focused();
  const head = h(
    "tr",
    null,
    h("th", null, "cycle"),
    ...list.map((_, at) =>
      h(
        "th",
        { scope: "col", class: at === state.at ? "now" : "" },
        h(
          "button",
          {
            type: "button",
            "data-cell": `at${at}`,
            "aria-pressed": String(at === state.at),
            click: () => change({ at }),
          },
          at,
        ),
      ),
    ),
  );
  const row = (/** @type {string} */ title, /** @type {(at: number) => any} */ make, kind = "") =>
    h(
      "tr",
      { class: kind, "data-row": title },
      h("th", { scope: "row" }, title),
      ...list.map((_, at) => h("td", { class: at === state.at ? "now" : "" }, make(at))),
    );
  const input = (
    /** @type {string} */ title,
    /** @type {string} */ letter,
    /** @type {string} */ on,
    /** @type {string} */ off,
    /** @type {boolean} */ isOn,
  ) =>
    row(
      title,
      (at) => {
        const value = list[at].includes(letter) ? !isOn : isOn;
        return h(
          "button",
          {
            type: "button",
            "data-cell": letter + at,
            "aria-pressed": String(value),
            "aria-label": `${title} in cycle ${at}`,
            click: () => toggle(at, letter),
          },
          value ? on : off,
        );
      },
      "input",
    );
  let count = 0;
  const numbers = list.map((word) => (/^\d/.test(word) ? count++ : null));
  const places = Math.max(0, ...answer.cycles.map((cycle) => cycle.places.length));
  const contexts = Math.max(0, ...answer.cycles.map((cycle) => cycle.cc?.length ?? 0));
  $("pipeline").replaceChildren(
    h("thead", null, head),
    h(
      "tbody",
      null,
      input("reset", "r", "1", "·", false),
      row(
        "issue",
        (at) =>
          h(
            "button",
            {
              type: "button",
              "data-cell": `i${at}`,
              "aria-label": `issue in cycle ${at}`,
              click: () => issue(at),
            },
            numbers[at] === null ? "·" : chip(numbers[at]),
          ),
        "input",
      ),
      own.handshake === "valid-ready" ? input("ready", "n", "1", "0", true) : null,
      own.flush ? input("flush", "f", "1", "·", false) : null,
      own.clock_enable ? input("clock enable", "s", "1", "0", true) : null,
      row("accepted", (at) =>
        answer.cycles[at]?.accepted ? "✓" : numbers[at] !== null ? "waits" : "",
      ),
      ...Array.from({ length: places }, (_, place) =>
        row(
          place === 0 ? "first stages" : `after row ${place}`,
          (at) => chip(answer.cycles[at]?.places[place]),
          "place",
        ),
      ),
      row("delivered", (at) => chip(answer.cycles[at]?.delivered)),
      ...(own.flags
        ? Array.from({ length: contexts }, (_, it) =>
            row(contexts > 1 ? `CC.CF ${it}` : "CC.CF", (at) => answer.cycles[at]?.cc?.[it] ?? ""),
          )
        : []),
    ),
  );
  const issued = program();
  const texts = list
    .filter((word) => /^\d/.test(word))
    .map((word) => issued[+(/^\d+/.exec(word)?.[0] ?? 0)]?.ptx ?? "");
  $("legend").replaceChildren(
    ...texts.map((text, at) =>
      h(
        "li",
        null,
        chip(at),
        h("code", null, ` ${text}`),
        answer.flushed.includes(at) ? h("em", null, " flushed") : "",
      ),
    ),
  );
  const pins = answer.pins.map((pin) => ({
    name: pin.name,
    width: pin.width,
    values: answer.cycles.map((cycle) => cycle.pins[pin.name]),
  }));
  const more = Object.entries(signals).map(([path, values]) => ({
    name: path,
    width: widthOf(path),
    values,
  }));
  $("wave").replaceChildren(wave([...more, ...pins], state.at));
  if (cell) $("pipeline").querySelector(`[data-cell="${cell}"]`)?.focus();
}

/** Moves the focus in the table with the arrow keys. @param {any} event */
function move(event) {
  const cell = event.target.closest?.("td, th");
  const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    /** @type {string} */ (event.key)
  ] ?? [0, 0];
  if (!cell || !(dx || dy)) return;
  event.preventDefault();
  event.stopPropagation();
  const rows = [...$("pipeline").rows];
  const x = cell.cellIndex + dx;
  for (let y = cell.parentElement.rowIndex + dy; rows[y]; y += dy || rows.length) {
    const button = rows[y].cells[x]?.querySelector("button");
    if (button) {
      button.focus();
      return;
    }
  }
}

/** Shows the wave of a wire, or hides it. @param {string} path */
export function toggleWave(path) {
  if (!path) return;
  const list = state.waves ? state.waves.split(",") : [];
  const next = list.includes(path) ? list.filter((it) => it !== path) : [...list, path];
  return change({ waves: next.join(","), view: "time", module: split(path).module });
}

export function mount() {
  $("pipeline").addEventListener("keydown", move);
  $("add-instruction").addEventListener("click", add);
  $("more-cycles").addEventListener("click", () =>
    change({ cycles: [...words(), "", "", "", ""].join(".") }),
  );
  $("clear-time").addEventListener("click", () =>
    change({ cycles: "", program: "", waves: "", at: 0 }),
  );
  $("save-wave").addEventListener("click", () => save($("wave-picture"), `${state.unit}-wave.svg`));
  listen((changed) => {
    if (state.view !== "time" || !known.hardware) return;
    if (
      ["view", "hardware", "cycles", "program", "waves", "at"].some((it) => changed.has(it)) ||
      (changed.has("answer") && known.answer)
    )
      simulate();
  });
}
