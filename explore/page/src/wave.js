// Draws waves: one row a signal, one column a clock cycle.

import { s } from "./dom.js";

const LEFT = 150,
  WIDE = 74,
  HIGH = 30;

/**
 * Returns the line of a signal of one bit.
 * @param {(string | undefined)[]} values
 * @param {number} y
 */
function single(values, y) {
  let path = "";
  let old = "";
  values.forEach((value, at) => {
    const level = y + (value === "1" ? 6 : HIGH - 8);
    const x = LEFT + at * WIDE;
    path += at === 0 ? `M${x} ${level}` : old === value ? "" : `H${x} V${level}`;
    old = value ?? "";
  });
  return [s("path", { class: "level", d: `${path} H${LEFT + values.length * WIDE}` })];
}

/**
 * Returns the boxes of a signal of several bits.
 * @param {(string | undefined)[]} values
 * @param {number} y
 */
function several(values, y) {
  const drawn = [];
  for (let from = 0; from < values.length;) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to++;
    const x = LEFT + from * WIDE,
      end = LEFT + to * WIDE;
    const text = values[from] ?? "";
    const room = Math.floor((end - x - 10) / 7.4);
    drawn.push(
      s("path", { class: "bus", d: `M${x} ${y + 15} l4 -9 H${end - 4} l4 9 l-4 9 H${x + 4} z` }),
      s(
        "text",
        { class: "word", x: (x + end) / 2, y: y + 19 },
        text.length > room ? `${text.slice(0, Math.max(1, room - 1))}…` : text,
        s("title", null, text),
      ),
    );
    from = to;
  }
  return drawn;
}

/**
 * Draws the waves of signals.
 * @param {{ name: string, width: number, values: (string | undefined)[] }[]} signals
 * @param {number} at the cycle in hand
 */
export function wave(signals, at) {
  const cycles = signals[0]?.values.length ?? 0;
  const [width, height] = [LEFT + cycles * WIDE + 10, signals.length * HIGH + 34];
  const grid = Array.from({ length: cycles + 1 }, (_, x) =>
    s("path", { class: "grid", d: `M${LEFT + x * WIDE} 22 V${height - 6}` }),
  );
  const heads = Array.from({ length: cycles }, (_, x) =>
    s("text", { class: "word", x: LEFT + (x + 0.5) * WIDE, y: 16 }, x),
  );
  const rows = signals.flatMap(({ name, width: bits, values }, row) => {
    const y = 26 + row * HIGH;
    const label = s("text", { class: "label", x: LEFT - 8, y: y + 19 }, name);
    const shape = bits === 1 ? single(values, y) : several(values, y);
    return [
      s(
        "g",
        {
          class: "signal",
          "data-signal": name,
          "aria-label": `${name}: ${values.map((value) => value ?? "–").join(" ")}`,
          role: "img",
        },
        label,
        ...shape,
      ),
    ];
  });
  return s(
    "svg",
    {
      id: "wave-picture",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "group",
      "aria-label": "waves",
    },
    s("rect", { class: "now", x: LEFT + at * WIDE, y: 0, width: WIDE, height }),
    ...grid,
    ...heads,
    ...rows,
  );
}
