// Makes elements of HTML and SVG.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, any> | null} [attributes] functions become listeners of their event
 * @param {(Node | string | number | null | false | undefined)[]} [children]
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children ?? []) {
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Makes an element of HTML.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Node | string | number | null | false | undefined)} children
 * @returns {any}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Makes an element of SVG.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Node | string | number | null | false | undefined)} children
 * @returns {any}
 */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** Changes the text of a node only if it differs. @param {Node} node @param {string} text */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Lets the arrow keys move the focus in a list, of which Tab reaches one element only.
 * @param {Element} list
 * @param {string} selector the elements of the list
 */
export function rove(list, selector) {
  /** @returns {any[]} */
  const all = () =>
    [...list.querySelectorAll(selector)].filter((it) => !it.hasAttribute("disabled"));
  const reset = () => {
    const items = all();
    if (items.some((it) => it.tabIndex === 0)) return;
    if (items[0]) items[0].tabIndex = 0;
  };
  for (const it of all()) it.setAttribute("tabindex", "-1");
  reset();
  if (list.hasAttribute("data-roving")) return;
  list.setAttribute("data-roving", "");
  list.addEventListener("keydown", (/** @type {any} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1e6, End: 1e6 }[
      /** @type {string} */ (event.key)
    ];
    const items = all();
    const at = items.indexOf(event.target);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    items[at].tabIndex = -1;
    const next = items[Math.max(0, Math.min(items.length - 1, at + step))];
    next.tabIndex = 0;
    next.focus();
  });
}
