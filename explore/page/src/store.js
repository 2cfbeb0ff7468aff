// The state of the page. When an input changes, it asks the engine and tells the parts of the page.

import { Refusal, question } from "./engine.js";
import { initial, read, write } from "./link.js";

/** @type {import("./types").State} */
export const state = initial();
/** What the engine said, by the inputs in the state. */
export const known = {
  catalog: /** @type {import("./types").Catalog} */ (/** @type {any} */ (null)),
  hardware: /** @type {import("./types").Hardware} */ (/** @type {any} */ (null)),
  answer: /** @type {import("./types").Answer | null} */ (null),
  fault: /** @type {import("./types").Fault | null} */ (null),
  /** The wire that the reader guesses, or "result". All values stay hidden. */
  guess: /** @type {string | null} */ (null),
};

const INPUTS = ["unit", "ptx", "a", "b", "c", "cc", "profile"];
/** @type {((changed: Set<string>) => void)[]} */
const listeners = [];
/** @type {Map<string, import("./types").Hardware>} */
const units = new Map();
let latest = 0;

/**
 * Calls `listener` after each change, with the names of what changed.
 * @param {(changed: Set<string>) => void} listener
 */
export const listen = (listener) => void listeners.push(listener);

/** @param {string[]} changed */
export function tell(...changed) {
  const set = new Set(changed);
  for (const listener of listeners) listener(set);
}

/** Returns the unit in hand. */
export const unit = () =>
  known.catalog.units.find((it) => it.id === state.unit) ?? known.catalog.units[0];

/**
 * Returns the operation of an instruction, if it is among `names`: `mad.cc` of `mad.lo.cc.u32`.
 * @param {string} ptx
 * @param {string[]} names
 */
export function operationOf(ptx, names) {
  const parts = ptx.trim().split(/\s/)[0].split(".");
  return names.find((name) => {
    const [first, ...rest] = name.split(".");
    return first === parts[0] && rest.every((part) => parts.includes(part));
  });
}

/**
 * Returns the first of the units that has the operation of an instruction.
 * @param {string} ptx
 * @param {import("./types").Unit[]} units
 */
export const unitFor = (ptx, units) => units.find((it) => operationOf(ptx, it.operations));

/** The registers in the state. @returns {import("./types").Registers} */
export const registers = () => ({ a: state.a, b: state.b, c: state.c, cc: state.cc });

/**
 * The width of the registers of a unit in bits.
 * @param {import("./types").Hardware | null} [hardware]
 */
export function width(hardware = known.hardware) {
  return hardware?.modules[hardware.top].nets.find((port) => port.name === "a_i")?.width ?? 32;
}

/**
 * Changes the state, asks the engine if an input changed, and tells the page.
 * @param {Partial<import("./types").State>} changes
 * @param {{ keep?: boolean }} [options] keep: replace the entry in the history of the browser
 */
export async function change(changes, options = { keep: true }) {
  const old = { ...state };
  Object.assign(state, changes);
  const changed = Object.keys(state).filter(
    (name) => /** @type {any} */ (old)[name] !== /** @type {any} */ (state)[name],
  );
  if (changed.includes("unit")) await enter();
  for (const name of /** @type {("a" | "b" | "c")[]} */ (["a", "b", "c"])) {
    const digits = width() / 4;
    state[name] = /^[0-9a-f]*$/i.test(state[name])
      ? state[name].toLowerCase().padStart(digits, "0").slice(-digits)
      : "".padStart(digits, "0");
  }
  const link = write(state);
  if (link !== location.hash) history[options.keep ? "replaceState" : "pushState"](null, "", link);
  tell(...changed);
  if (changed.some((name) => INPUTS.includes(name))) await evaluate();
}

async function enter() {
  state.unit = unit().id;
  const hardware = units.get(state.unit) ?? (await question("unit", { unit: state.unit }));
  units.set(state.unit, hardware);
  known.hardware = hardware;
  known.answer = null;
  if (!moduleOf(state.module)) Object.assign(state, { module: "", stage: -1, wire: "" });
  tell("hardware");
}

/** Evaluates the instruction; an answer that comes after a later question is dropped. */
async function evaluate() {
  const own = ++latest;
  performance.mark("change");
  try {
    const profile = state.profile ? { profile: state.profile } : {};
    const answer = await question("evaluate", {
      unit: state.unit,
      ptx: state.ptx,
      registers: registers(),
      ...profile,
    });
    if (own !== latest) return;
    known.answer = answer;
    known.fault = null;
  } catch (error) {
    if (own !== latest) return;
    known.fault =
      error instanceof Refusal
        ? error.fault
        : { message: String(error instanceof Error ? error.message : error) };
    known.answer = null;
  }
  tell("answer");
  performance.measure("shown", "change");
}

/** Returns the name of the module with an instance path, or nothing. @param {string} path */
export function moduleOf(path) {
  let name = known.hardware.top;
  for (const part of path ? path.split(".") : []) {
    const inside = known.hardware.modules[name]?.instances.find((it) => it.name === part);
    if (!inside) return undefined;
    name = inside.module;
  }
  return name;
}

/** Returns the module in hand. */
export const current = () => known.hardware.modules[moduleOf(state.module) ?? known.hardware.top];

/** Returns the path of a net of the module in hand. @param {string} net @param {string} [module] */
export const pathOf = (net, module = state.module) => (module ? `${module}.${net}` : net);

/** Splits a path into the instance path and the net. @param {string} path */
export function split(path) {
  const at = path.lastIndexOf(".");
  return { module: path.slice(0, Math.max(at, 0)), net: path.slice(at + 1) };
}

/** Returns the value on a wire, or nothing if it is unknown or hidden. @param {string} path */
export const valueOf = (path) => (known.guess ? undefined : known.answer?.wires[path]);

/** Returns whether the gates differ from the model on a wire. @param {string} path */
export function isWrong(path) {
  const answer = known.answer;
  const expected = answer?.expected[path];
  return (
    !known.guess &&
    expected !== undefined &&
    answer?.wires[path] !== undefined &&
    answer.wires[path] !== expected
  );
}

/** Returns the width of a wire. @param {string} path */
export function widthOf(path) {
  const { module, net } = split(path);
  const name = moduleOf(module);
  return (name && known.hardware.modules[name].nets.find((it) => it.name === net)?.width) || 1;
}

/** Selects a wire, with its module and the stage that makes it. @param {string} path */
export function selectWire(path) {
  const { module, net } = split(path);
  const name = moduleOf(module);
  if (!name) return;
  const { nets, items } = known.hardware.modules[name];
  const line = nets.find((it) => it.name === net)?.line;
  const stage = line ? items.findIndex((item) => item.from <= line && line <= item.to) : -1;
  return change({
    wire: path,
    module,
    stage: stage < 0 && module === state.module ? state.stage : stage,
  });
}

/** Reads the link and the catalog, and shows the first answer. */
export async function open() {
  known.catalog = await question("catalog");
  await follow();
}

/** Shows what the link in the address holds. */
export async function follow() {
  const from = read(location.hash);
  const { start, units: all, examples } = known.catalog;
  const wanted = from.unit ?? start.unit;
  const shown =
    all.find((it) => it.id === wanted) ?? all.find((it) => it.unit === wanted) ?? all[0];
  const example = examples.find((it) => unitFor(it.ptx, [shown]));
  const own = from.unit || !start.ptx ? example : start;
  const inputs = from.ptx ? {} : { ptx: own?.ptx ?? "", ...own?.registers };
  await change({ ...initial(), ...inputs, ...from, unit: shown.id });
}
