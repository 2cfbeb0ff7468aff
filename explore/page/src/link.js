// The link that holds everything: the state in the fragment, which no browser sends anywhere.

/** The state of a page that nobody has used yet. @returns {import("./types").State} */
export const initial = () => ({
  unit: "",
  ptx: "",
  a: "",
  b: "",
  c: "",
  cc: "0",
  profile: "",
  view: "datapath",
  module: "",
  stage: -1,
  wire: "",
  cycles: "",
  program: "",
  at: 0,
  waves: "",
  p: "",
  q: "",
});

/** @param {import("./types").State} state */
export function write(state) {
  const base = /** @type {any} */ (initial());
  const parts = Object.entries(state).filter(([name, value]) => value !== base[name]);
  const escape = (/** @type {any} */ text) =>
    encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":");
  return "#" + parts.map(([name, value]) => `${name}=${escape(value)}`).join("&");
}

/** Returns the parts of the state that a link holds. @param {string} fragment */
export function read(fragment) {
  const base = /** @type {any} */ (initial());
  const found = /** @type {any} */ ({});
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at);
    if (at < 0 || !Object.hasOwn(base, name)) continue;
    const text = decode(part.slice(at + 1));
    if (typeof base[name] === "number") found[name] = Number.isInteger(+text) ? +text : base[name];
    else found[name] = text;
  }
  return /** @type {Partial<import("./types").State>} */ (found);
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
