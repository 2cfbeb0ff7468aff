// The value of a wire beside the pointer or the focus, wherever its name stands.

import { $, say } from "./dom.js";
import { lanes } from "./lanes.js";
import { big, signed } from "./number.js";
import { isWrong, known, valueOf, widthOf } from "./store.js";

/** Returns what is known of a wire. @param {string} path */
export function about(path) {
  const value = valueOf(path);
  const width = widthOf(path);
  if (value === undefined) return `${path}, ${width} bits: no value`;
  const forms = new Set([`0x${value}`, String(big(value)), signed(value, width)]);
  const numbers = width === 1 ? value : [...forms].join(" = ");
  const model = isWrong(path) ? `; the model expects 0x${known.answer?.expected[path]}` : "";
  const parts = lanes(value, width, known.answer?.fields ?? []);
  const inLanes = parts ? `; lanes ${parts.join(" ")}` : "";
  return `${path}, ${width} ${width === 1 ? "bit" : "bits"}: ${numbers}${inLanes}${model}`;
}

/** @param {any} target */
function show(target) {
  const tip = $("tooltip");
  const owner = target.closest?.("[data-path]");
  tip.hidden = !owner;
  if (!owner) return;
  say(tip, about(owner.dataset.path));
  const place = owner.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(innerWidth - size.width - 4, place.left))}px`;
  const fits = place.bottom + size.height + 8 <= innerHeight;
  tip.style.top = `${fits ? place.bottom + 6 : place.top - size.height - 6}px`;
}

export function mount() {
  document.addEventListener("pointerover", (event) => show(event.target));
  document.addEventListener("focusin", (event) => show(event.target));
  document.addEventListener("focusout", () => {
    $("tooltip").hidden = true;
  });
  document.addEventListener(
    "scroll",
    () => {
      $("tooltip").hidden = true;
    },
    true,
  );
}
