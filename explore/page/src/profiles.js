// The profiles side by side, and a search for an instruction on which two of them differ.

import { question } from "./engine.js";
import { $, h, say } from "./dom.js";
import { change, known, listen, registers, state } from "./store.js";

let latest = 0;
let seed = 1;

async function compare() {
  const own = ++latest;
  const { profiles } = known.catalog;
  const answers = await Promise.all(
    profiles.map(({ name }) =>
      question("evaluate", {
        unit: state.unit,
        ptx: state.ptx,
        registers: registers(),
        profile: name,
      }).catch((error) => error),
    ),
  );
  if (own !== latest) return;
  const first = answers[0].model;
  const rows = profiles.map(({ name, summary }, at) => {
    const { model, message } = answers[at];
    const differs = model && first && (model.d !== first.d || model.cc !== first.cc);
    return h(
      "tr",
      { class: differs ? "differs" : "", "data-profile": name },
      h("th", { scope: "row" }, name),
      ...(model
        ? [
            h("td", null, `0x${model.d}`),
            h("td", null, model.cc ?? "–"),
            h("td", null, model.sat ?? "–"),
          ]
        : [h("td", { colspan: 3 }, message)]),
      h("td", { class: "summary" }, summary),
    );
  });
  $("profile-table").replaceChildren(
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        ...["profile", "d", "CC.CF", "sat", ""].map((it) => h("th", { scope: "col" }, it)),
      ),
    ),
    h("tbody", null, ...rows),
  );
}

async function find() {
  const [p, q] = [$("profile-p").value, $("profile-q").value];
  if (p === q) {
    say($("differ-note"), "Choose two profiles that are not the same.");
    return;
  }
  say($("differ-note"), "Searching …");
  try {
    const answer = await question("differ", { unit: state.unit, profiles: [p, q], seed: seed++ });
    if (answer.none) {
      say($("differ-note"), `${answer.tried} instructions give the same result in ${p} and ${q}.`);
      return;
    }
    say(
      $("differ-note"),
      `${answer.ptx}: ${p} gives 0x${answer.results[p].d}, ${q} gives 0x${answer.results[q].d}.`,
    );
    await change({ ptx: answer.ptx, ...answer.registers, p, q }, { keep: false });
  } catch (error) {
    say($("differ-note"), String(error instanceof Error ? error.message : error));
  }
}

export function mount() {
  $("find-difference").addEventListener("click", find);
  for (const name of /** @type {("p" | "q")[]} */ (["p", "q"]))
    $(`profile-${name}`).addEventListener("change", (/** @type {any} */ event) =>
      change({ [name]: event.target.value }),
    );
  listen((changed) => {
    const { profiles } = known.catalog;
    for (const [name, at] of /** @type {[("p" | "q"), number][]} */ ([
      ["p", 0],
      ["q", 1],
    ])) {
      const select = $(`profile-${name}`);
      if (!select.options.length)
        select.append(...profiles.map((it) => h("option", null, it.name)));
      select.value = state[name] || profiles[at]?.name || "";
    }
    if (state.view === "profiles" && (changed.has("view") || changed.has("answer"))) compare();
  });
}
