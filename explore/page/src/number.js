// Reads and writes the numbers of the page. A value is a string of hexadecimal digits.

/**
 * Returns a value in the full number of digits of a width.
 * @param {bigint} value
 * @param {number} width
 */
export function hex(value, width) {
  return BigInt.asUintN(width, value)
    .toString(16)
    .padStart(Math.ceil(width / 4), "0");
}

/** @param {string} digits */
export const big = (digits) => BigInt("0x" + (digits || "0"));

/** @param {string} digits @param {number} width */
export const signed = (digits, width) => BigInt.asIntN(width, big(digits)).toString();

/** Returns the bits of a value, the highest first. @param {string} digits @param {number} width */
export const bits = (digits, width) => big(digits).toString(2).padStart(width, "0").slice(-width);

/**
 * Returns parts of `size` bits, the highest first, each as a decimal number.
 * @param {string} digits @param {number} width @param {number} size
 */
export function parts(digits, width, size) {
  const all = big(digits);
  return Array.from({ length: width / size }, (_, at) =>
    BigInt.asUintN(size, all >> BigInt(width - size * (at + 1))).toString(),
  );
}

/** The ways to write a register. */
export const FORMS = {
  hex: { title: "hexadecimal", write: (/** @type {string} */ v) => v, read: readHex },
  decimal: {
    title: "decimal",
    write: (/** @type {string} */ v) => big(v).toString(),
    read: readDecimal,
  },
  signed: { title: "signed", write: signed, read: readDecimal },
  halves: {
    title: "halves, h1 first",
    write: (/** @type {string} */ v, /** @type {number} */ w) => parts(v, w, 16).join(" "),
    read: (/** @type {string} */ t, /** @type {number} */ w) => readParts(t, w, 16),
  },
  bytes: {
    title: "bytes, b3 first",
    write: (/** @type {string} */ v, /** @type {number} */ w) => parts(v, w, 8).join(" "),
    read: (/** @type {string} */ t, /** @type {number} */ w) => readParts(t, w, 8),
  },
};

/** @param {string} text @param {number} width @returns {string | null} */
function readHex(text, width) {
  const digits = text.trim().replace(/^0x/i, "").replace(/_/g, "");
  if (!/^[0-9a-f]+$/i.test(digits) || big(digits) >> BigInt(width)) return null;
  return hex(big(digits), width);
}

/** @param {string} text @param {number} width @returns {string | null} */
function readDecimal(text, width) {
  const digits = text.trim().replace(/_/g, "");
  if (!/^-?\d+$/.test(digits)) return null;
  const value = BigInt(digits);
  const limit = 1n << BigInt(width);
  return value >= limit || value < -limit / 2n ? null : hex(value, width);
}

/** @param {string} text @param {number} width @param {number} size @returns {string | null} */
function readParts(text, width, size) {
  const values = text
    .trim()
    .split(/[\s,]+/)
    .map((part) => readDecimal(part, size));
  return values.length === width / size && values.every((part) => part !== null)
    ? values.join("")
    : null;
}

/**
 * Reads a number that a person types: hexadecimal with 0x, otherwise decimal.
 * @param {string} text @param {number} width @returns {string | null}
 */
export function readGuess(text, width) {
  return /^\s*0x/i.test(text) ? readHex(text, width) : readDecimal(text, width);
}
