// Saves a drawing as a file, with the colours that it has on the screen.

import { h } from "./dom.js";

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font",
  "text-anchor",
  "opacity",
  "font-style",
];

/**
 * Returns a drawing as the text of a file, with its styles in its elements.
 * @param {SVGElement} drawing
 */
export function standalone(drawing) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const [from, to] = [
    [drawing, ...drawing.querySelectorAll("*")],
    [copy, ...copy.querySelectorAll("*")],
  ];
  from.forEach((element, at) => {
    const style = getComputedStyle(element);
    const text = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    to[at].setAttribute("style", text);
    for (const name of ["tabindex", "role", "class", "data-roving"]) to[at].removeAttribute(name);
  });
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Offers a drawing for download. @param {SVGElement | null} drawing @param {string} name */
export function save(drawing, name) {
  if (!drawing) return;
  const address = URL.createObjectURL(new Blob([standalone(drawing)], { type: "image/svg+xml" }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
