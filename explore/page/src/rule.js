// The rule of the operation in hand, with its section of the manual and the decisions about it.

import { $, h } from "./dom.js";
import { known, listen, operationOf, state } from "./store.js";

export function mount() {
  let shown = /** @type {string | null} */ (null);
  listen(() => {
    const { rules } = known.catalog;
    const name = operationOf(known.answer?.ptx ?? state.ptx, Object.keys(rules)) ?? "";
    if (name === shown) return;
    shown = name;
    const rule = rules[name];
    $("rule").replaceChildren(
      ...(rule
        ? [
            h("h2", null, `${name} `, h("small", null, `PTX ISA ${rule.section}`)),
            rule.formula ? h("p", { class: "formula" }, rule.formula) : "",
            h("p", null, rule.text),
            ...(rule.decisions.length
              ? [
                  h(
                    "dl",
                    null,
                    ...rule.decisions.flatMap((it) => [
                      h("dt", null, it.id),
                      h("dd", null, it.text),
                    ]),
                  ),
                ]
              : []),
          ]
        : [h("p", { class: "quiet" }, "Write an instruction to read its rule.")]),
    );
  });
}
