// The line with the instruction: completions that keep it legal, and errors with a caret.

import { question } from "./engine.js";
import { $, h, say } from "./dom.js";
import { change, known, listen, state } from "./store.js";

/** @type {{ text: string, word: string, help: string }[]} */
let next = [];
let chosen = -1;
let latest = 0;

/** @param {import("./types").Fault | null} fault */
function showFault(fault) {
  const box = $("fault");
  $("ptx").setAttribute("aria-invalid", String(!!fault));
  box.hidden = !fault;
  if (!fault) return;
  const from = Math.min(fault.from ?? 0, state.ptx.length);
  const to = Math.max(fault.to ?? from + 1, from + 1);
  const caret =
    fault.from === undefined
      ? []
      : [
          h(
            "code",
            { "aria-hidden": "true" },
            `${state.ptx}\n${" ".repeat(from)}${"^".repeat(to - from)}`,
          ),
        ];
  box.replaceChildren(
    ...caret,
    h("p", null, fault.message),
    ...(fault.help ? [h("p", { class: "help" }, `help: ${fault.help}`)] : []),
  );
}

function showList() {
  const list = $("completions");
  const input = $("ptx");
  list.hidden = next.length === 0;
  input.setAttribute("aria-expanded", String(next.length > 0));
  list.replaceChildren(
    ...next.map((it, at) =>
      h(
        "li",
        {
          id: `completion-${at}`,
          role: "option",
          "aria-selected": String(at === chosen),
          mousedown: (/** @type {Event} */ event) => {
            event.preventDefault();
            accept(at);
          },
        },
        h("b", null, it.word),
        h("span", null, it.help ?? ""),
      ),
    ),
  );
  if (chosen >= 0) {
    input.setAttribute("aria-activedescendant", `completion-${chosen}`);
    list.children[chosen].scrollIntoView({ block: "nearest" });
  } else input.removeAttribute("aria-activedescendant");
}

function close() {
  latest++;
  next = [];
  chosen = -1;
  showList();
}

/** Asks what is legal at the cursor, and keeps what continues the word before it. */
async function complete() {
  const own = ++latest;
  const input = $("ptx");
  const at = input.selectionStart;
  try {
    const answer = await question("check", { unit: state.unit, ptx: input.value, at });
    if (own !== latest) return;
    next = answer.next.slice(0, 40);
  } catch {
    next = [];
  }
  chosen = -1;
  showList();
}

/** Inserts a completion at the cursor. @param {number} at */
function accept(at) {
  const input = $("ptx");
  input.setRangeText(next[at].text, input.selectionStart, input.selectionEnd, "end");
  change({ ptx: input.value });
  complete();
}

/** @param {any} event */
function press(event) {
  if (event.key === "Escape" && next.length) {
    close();
    event.stopPropagation();
    return;
  }
  if (event.key === " " && event.ctrlKey) {
    event.preventDefault();
    complete();
    return;
  }
  if (!next.length) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      complete();
    }
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
  if (step) {
    chosen = (chosen + step + next.length) % next.length;
    showList();
    event.preventDefault();
  } else if (event.key === "Enter" || (event.key === "Tab" && chosen >= 0)) {
    if (chosen >= 0) {
      accept(chosen);
      event.preventDefault();
    } else close();
  }
}

export function mount() {
  const input = $("ptx");
  input.addEventListener("input", () => {
    change({ ptx: input.value });
    complete();
  });
  input.addEventListener("keydown", press);
  input.addEventListener("blur", close);
  listen((changed) => {
    if (input.value !== state.ptx) input.value = state.ptx;
    if (changed.has("answer")) {
      showFault(known.fault);
      say($("status"), known.fault ? `error: ${known.fault.message}` : "");
    }
  });
}
