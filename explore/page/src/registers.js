// The registers, each in several forms that edit each other, and the results.

import { $, h, say } from "./dom.js";
import { FORMS } from "./number.js";
import { change, known, listen, state, width } from "./store.js";

const NAMES = /** @type {("a" | "b" | "c")[]} */ (["a", "b", "c"]);

function build() {
  const head = h(
    "tr",
    null,
    h("th", null, ""),
    ...Object.values(FORMS).map((form) => h("th", { scope: "col" }, form.title)),
  );
  const rows = NAMES.map((name) =>
    h(
      "tr",
      { "data-register": name },
      h("th", { scope: "row" }, name),
      ...Object.entries(FORMS).map(([form, { title, read }]) => {
        const input = h("input", {
          "data-form": form,
          "aria-label": `register ${name}, ${title}`,
          spellcheck: "false",
          autocomplete: "off",
          inputmode: "text",
        });
        input.addEventListener("input", () => {
          const value = read(input.value, width());
          input.setAttribute("aria-invalid", String(value === null));
          if (value !== null) change({ [name]: value });
        });
        input.addEventListener("blur", () => {
          input.removeAttribute("aria-invalid");
          update();
        });
        return h("td", null, input);
      }),
    ),
  );
  const flag = h(
    "button",
    {
      type: "button",
      id: "cc",
      "aria-pressed": "false",
      click: () => change({ cc: state.cc === "1" ? "0" : "1" }),
    },
    "0",
  );
  $("registers").replaceChildren(
    h("thead", null, head),
    h(
      "tbody",
      null,
      ...rows,
      h("tr", { "data-register": "cc" }, h("th", { scope: "row" }, "CC.CF"), h("td", null, flag)),
    ),
  );
}

function update() {
  for (const name of NAMES) {
    const row = $("registers").querySelector(`[data-register=${name}]`);
    row.classList.toggle("unused", !!known.answer && !known.answer.reads.includes(name));
    for (const input of row.querySelectorAll("input")) {
      if (input === document.activeElement) continue;
      const text = FORMS[/** @type {keyof typeof FORMS} */ (input.dataset.form)].write(
        state[name],
        width(),
      );
      if (input.value !== text) input.value = text;
    }
  }
  const flag = $("cc");
  say(flag, state.cc);
  flag.setAttribute("aria-pressed", String(state.cc === "1"));
  $("registers")
    .querySelector("[data-register=cc]")
    .classList.toggle("unused", !!known.answer && !known.answer.reads.includes("cc"));
}

/** @param {import("./types").Outcome} out */
function texts(out) {
  const forms = ["hex", "decimal", "signed", "bytes"];
  const texts = forms.map((form) =>
    FORMS[/** @type {keyof typeof FORMS} */ (form)].write(out.d, out.width),
  );
  return [`0x${texts[0]}`, texts[1], texts[2], texts[3], out.cc ?? "–", out.sat ?? "–"];
}

/** @param {import("./types").Answer} answer */
function verdict({ agrees, first_wrong: first }) {
  if (agrees) return "The gates agree with the model.";
  const place = first ? `, first on ${first.path} in the stage ${first.stage}` : "";
  return `The gates disagree with the model${place}.`;
}

function results() {
  const box = $("results");
  const { answer } = known;
  const hidden = !!known.guess;
  if (!answer || hidden) {
    box.replaceChildren(
      h(
        "p",
        { class: "quiet" },
        hidden
          ? "The results are hidden until you have guessed."
          : "No results: correct the instruction.",
      ),
    );
    return;
  }
  const line = (/** @type {string} */ title, /** @type {import("./types").Outcome} */ out) =>
    h(
      "tr",
      { "data-result": title },
      h("th", { scope: "row" }, title),
      ...texts(out).map((text) => h("td", null, text)),
    );
  const heads = ["d", "decimal", "signed", "bytes", "CC.CF", "sat"].map((it) =>
    h("th", { scope: "col" }, it),
  );
  box.replaceChildren(
    h("p", { class: answer.agrees ? "good" : "bad", id: "verdict" }, verdict(answer)),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        null,
        h("thead", null, h("tr", null, h("th", null, ""), ...heads)),
        h(
          "tbody",
          null,
          line("gates", answer.results),
          answer.agrees ? null : line("model", answer.model),
        ),
      ),
    ),
  );
}

export function mount() {
  build();
  listen((changed) => {
    if (["a", "b", "c", "cc", "answer", "hardware"].some((it) => changed.has(it))) update();
    if (changed.has("answer") || changed.has("guess")) results();
  });
}
