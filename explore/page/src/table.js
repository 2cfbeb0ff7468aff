// All values as a table, for screen readers and for those who copy them.

import { $, h, say } from "./dom.js";
import { lanes } from "./lanes.js";
import { big, signed } from "./number.js";
import { isWrong, known, listen, selectWire, state, valueOf, widthOf } from "./store.js";

/** @type {Map<string, Element[]>} */
let rows = new Map();
let shape = "";

export function mount() {
  const view = $("values");
  const update = () => {
    const paths = Object.keys(known.answer?.wires ?? {});
    const now = state.unit + paths.length;
    if (now !== shape) {
      shape = now;
      rows = new Map(paths.map((path) => [path, Array.from({ length: 5 }, () => h("td", null))]));
      const heads = ["wire", "bits", "hexadecimal", "decimal", "signed", "lanes", "model"].map(
        (it) => h("th", { scope: "col" }, it),
      );
      view.replaceChildren(
        h("thead", null, h("tr", null, ...heads)),
        h(
          "tbody",
          null,
          ...paths.map((path) =>
            h(
              "tr",
              { "data-row": path },
              h(
                "th",
                { scope: "row" },
                h(
                  "button",
                  {
                    type: "button",
                    class: "net",
                    "data-path": path,
                    click: () => selectWire(path),
                  },
                  path,
                ),
              ),
              h("td", null, widthOf(path)),
              ...(rows.get(path) ?? []),
            ),
          ),
        ),
      );
    }
    for (const [path, cells] of rows) {
      const value = valueOf(path);
      const texts =
        value === undefined
          ? ["–", "", "", "", ""]
          : [
              value,
              big(value).toString(),
              signed(value, widthOf(path)),
              lanes(value, widthOf(path), known.answer?.fields ?? [])?.join(" ") ?? "",
              isWrong(path) ? `expects ${known.answer?.expected[path]}` : "",
            ];
      cells.forEach((cell, at) => say(cell, texts[at]));
      cells[0].parentElement?.classList.toggle("wrong", isWrong(path));
    }
  };
  listen((changed) => {
    if (state.view === "table" && ["view", "answer", "guess"].some((it) => changed.has(it)))
      update();
  });
}
