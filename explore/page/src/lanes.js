// The lanes of a wire, while a SIMD instruction is in hand.

import { big } from "./number.js";

/** The bits above each byte in a word of extended lanes. */
const ABOVE = 2;

/**
 * Returns the lanes of a value as decimal numbers of one length, the highest first, or nothing if
 * the wire or the instruction has none. A word has unsigned lanes, and a word of extended lanes
 * signed ones.
 * @param {string} digits
 * @param {number} width
 * @param {import("./types").Field[]} fields the control word
 */
export function lanes(digits, width, fields) {
  const quad = fields.find((field) => field.name === "quad");
  const extended = width === 4 * (8 + ABOVE);
  if (!quad || !(width === 32 || extended)) return null;
  const bytes = Number(quad.value) === 1 ? 1 : 2;
  const value = big(digits);
  const step = width / 4;
  const found = Array.from({ length: 4 / bytes }, (_, lane) => {
    const byte = (/** @type {number} */ at) => value >> BigInt(step * (lane * bytes + at));
    // The lower byte of a half has no bits above it.
    const low = bytes === 2 ? BigInt.asUintN(8, byte(0)) : 0n;
    const joined = (byte(bytes - 1) << BigInt(8 * (bytes - 1))) | low;
    return extended ? BigInt.asIntN(8 * bytes + ABOVE, joined) : BigInt.asUintN(8 * bytes, joined);
  });
  // Every lane has its own place, whatever the values are.
  const places = extended ? { 1: 4, 2: 7 } : { 1: 3, 2: 5 };
  return found.reverse().map((it) => String(it).padStart(places[bytes]));
}
