// The control word as bits with names. A click on a bit changes the instruction.

import { question } from "./engine.js";
import { $, h, rove, say } from "./dom.js";
import { big, hex } from "./number.js";
import { change, known, listen, state } from "./store.js";

let shape = "";

/** Shows the instruction of a control word, or why there is none. @param {string} ctl */
async function use(ctl) {
  try {
    const word = await question("word", { unit: state.unit, ctl });
    say($("word-note"), word.legal ? "" : `0x${ctl} is not an instruction: ${word.why}`);
    if (word.legal) await change({ ptx: word.ptx });
  } catch (error) {
    say($("word-note"), String(error instanceof Error ? error.message : error));
  }
}

/** @param {number} bit */
function flip(bit) {
  const { answer } = known;
  if (answer) use(hex(big(answer.ctl) ^ (1n << BigInt(bit)), answer.ctl.length * 4));
}

/** @param {import("./types").Field[]} fields */
function build(fields) {
  const top = Math.max(...fields.map((field) => field.high));
  const box = $("word");
  box.replaceChildren(
    ...[...fields]
      .sort((x, y) => y.high - x.high)
      .map((field) => {
        const bits = Array.from({ length: field.high - field.low + 1 }, (_, at) => field.high - at);
        return h(
          "div",
          { class: "field", "data-field": field.name, role: "group", "aria-label": field.name },
          h(
            "span",
            { class: "range" },
            field.high === field.low ? `${field.high}` : `${field.high}:${field.low}`,
          ),
          h(
            "span",
            { class: "bits" },
            ...bits.map((bit) =>
              h("button", { type: "button", "data-bit": bit, click: () => flip(bit) }, "0"),
            ),
          ),
          h("span", { class: "name" }, field.name),
          h("span", { class: "meaning" }, ""),
        );
      }),
  );
  box.dataset.width = String(top + 1);
  rove(box, "button");
}

/** @param {import("./types").Answer} answer */
function update(answer) {
  const now =
    state.unit + answer.fields.map((field) => `${field.name}:${field.high}:${field.low}`).join();
  if (now !== shape) build(answer.fields);
  shape = now;
  const word = big(answer.ctl);
  for (const field of answer.fields) {
    const group = $("word").querySelector(`[data-field="${field.name}"]`);
    for (const button of group.querySelectorAll("button")) {
      const bit = String((word >> BigInt(button.dataset.bit)) & 1n);
      say(button, bit);
      button.setAttribute("aria-label", `${field.name}, bit ${button.dataset.bit}: ${bit}`);
      button.setAttribute("aria-pressed", String(bit === "1"));
    }
    say(group.querySelector(".meaning"), field.meaning ?? "");
    group.title = `${field.name} = ${field.value}: ${field.meaning ?? ""}`;
  }
  const input = $("ctl");
  if (document.activeElement !== input) input.value = answer.ctl;
}

function typed() {
  const text = $("ctl").value;
  const digits = text.trim().replace(/^0x/i, "").toLowerCase();
  if (/^[0-9a-f]+$/.test(digits)) use(digits);
  else say($("word-note"), `"${text}" is not a hexadecimal number`);
}

export function mount() {
  $("ctl").addEventListener("change", typed);
  listen((changed) => {
    if (!changed.has("answer")) return;
    $("word").classList.toggle("stale", !known.answer);
    if (known.answer) update(known.answer);
  });
}
