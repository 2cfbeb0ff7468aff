// The head of the page: the unit, the profile, the examples, the link, the views and their keys.

import { $, h, say } from "./dom.js";
import { step } from "./datapath.js";
import { toggleWave } from "./time.js";
import { change, known, listen, split, state, unit, unitFor } from "./store.js";

const VIEWS = ["datapath", "block", "time", "profiles", "practice", "table"];
/** @type {[string, string, () => any][]} */
const KEYS = [
  ["i", "edit the instruction", () => $("ptx").focus()],
  ["e", "open the examples", () => $("examples").focus()],
  ["]", "next stage", () => step(1)],
  ["[", "stage before", () => step(-1)],
  ["0", "all stages", () => change({ stage: -1 })],
  ["w", "show or hide the wave of the wire in hand", () => toggleWave(state.wire)],
  ["u", "out of the block", () => change({ module: split(state.module).module, stage: -1 })],
  ["c", "copy the link", () => copy()],
  [
    "s",
    "save the picture",
    () => (state.view === "time" ? $("save-wave") : $("save-picture")).click(),
  ],
  ...VIEWS.map(
    (view, at) =>
      /** @type {[string, string, () => any]} */ ([
        String(at + 1),
        `the view “${view}”`,
        () => change({ view }),
      ]),
  ),
  ["?", "these keys", () => help()],
];

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    say($("status"), "The link is copied.");
  } catch {
    say($("status"), "The browser does not let the page copy; the link stands in the address bar.");
  }
}

function help() {
  const box = $("keys");
  if (box.open) box.close();
  else box.showModal();
}

/** @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {any} */ (event.target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.matches?.("input, select, textarea")
  ) {
    if (event.key === "Escape") target.blur?.();
    return;
  }
  if ((event.key === "Enter" || event.key === " ") && target instanceof SVGElement) {
    event.preventDefault();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  const found = KEYS.find(([key]) => key === event.key);
  if (!found || ($("keys").open && event.key !== "?")) return;
  event.preventDefault();
  found[2]();
}

function fill() {
  const { units, profiles, examples, version } = known.catalog;
  $("unit").append(...units.map((it) => h("option", { value: it.id }, it.id)));
  $("profile").append(
    h("option", { value: "" }, "of the unit"),
    ...profiles.map((it) => h("option", { value: it.name, title: it.summary }, it.name)),
  );
  const byUnit = Map.groupBy(
    examples.filter((it) => unitFor(it.ptx, units)),
    (it) => it.unit,
  );
  $("examples").append(
    h("option", { value: "" }, "Examples …"),
    ...[...byUnit].map(([name, list]) =>
      h(
        "optgroup",
        { label: name },
        ...list.map((it) => h("option", { value: examples.indexOf(it) }, it.title)),
      ),
    ),
  );
  $("key-list").append(
    ...KEYS.flatMap(([key, text]) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)]),
  );
  say($("version"), `vidalu ${version}`);
}

/** @param {string} chosen */
function example(chosen) {
  const it = known.catalog.examples[+chosen];
  if (chosen === "" || !it) return;
  const zero = { a: "", b: "", c: "", cc: "0" };
  const own = unitFor(it.ptx, [unit(), ...known.catalog.units]);
  change(
    {
      unit: own?.id ?? it.unit,
      ptx: it.ptx,
      ...zero,
      ...it.registers,
      stage: -1,
      wire: "",
      module: "",
    },
    { keep: false },
  );
}

export function mount() {
  let isFilled = false;
  $("unit").addEventListener("change", (/** @type {any} */ event) => {
    const { examples, units } = known.catalog;
    const chosen = units.filter((it) => it.id === event.target.value);
    const keeps = unitFor(state.ptx, chosen);
    const first = keeps ? undefined : examples.find((it) => unitFor(it.ptx, chosen));
    change(
      {
        unit: event.target.value,
        module: "",
        stage: -1,
        wire: "",
        cycles: "",
        program: "",
        waves: "",
        at: 0,
        ...(first ? { ptx: first.ptx, ...first.registers } : {}),
      },
      { keep: false },
    );
  });
  $("profile").addEventListener("change", (/** @type {any} */ event) =>
    change({ profile: event.target.value }),
  );
  $("examples").addEventListener("change", (/** @type {any} */ event) => {
    example(event.target.value);
    event.target.value = "";
  });
  // Following the link would replace the state in the fragment.
  $("skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    $("ptx").focus();
  });
  $("copy-link").addEventListener("click", copy);
  $("show-keys").addEventListener("click", help);
  $("close-keys").addEventListener("click", help);
  $("show-wave").addEventListener("click", () => toggleWave(state.wire));
  document.addEventListener("keydown", press);
  const tabs = VIEWS.map((view) => $(`tab-${view}`));
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => change({ view: VIEWS[at] }));
    tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const next = (at + by + VIEWS.length) % VIEWS.length;
      tabs[next].focus();
      change({ view: VIEWS[next] });
    });
  });
  listen(() => {
    if (!isFilled) fill();
    isFilled = true;
    const own = unit();
    $("unit").value = state.unit;
    $("profile").value = state.profile;
    say($("title"), own.title);
    say($("config"), own.config);
    if (!VIEWS.includes(state.view)) state.view = "datapath";
    VIEWS.forEach((view, at) => {
      tabs[at].setAttribute("aria-selected", String(view === state.view));
      tabs[at].tabIndex = view === state.view ? 0 : -1;
      $(`view-${view}`).hidden = view !== state.view;
    });
    $("show-wave").disabled = !state.wire;
    document.title = known.answer ? `${known.answer.ptx} · vidalu` : "vidalu explore";
  });
}
