// Asks the engine: over the loopback server, or in the WebAssembly that the file holds.

import { load } from "./wasm.js";

/**
 * What the page as one file holds: the engine and its data, as gzip in base64. Nothing if a server
 * serves the page.
 * @type {{ engine: string, machines: string } | undefined}
 */
const held = /** @type {any} */ (globalThis).VIDALU;
/** @type {Promise<(request: string) => string> | undefined} */
let inFile;

/** Returns the bytes of gzip in base64. @param {string} text */
async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {{ engine: string, machines: string }} held */
async function start({ engine, machines }) {
  const [program, data] = await Promise.all([inflate(engine), inflate(machines)]);
  return load(program, new TextDecoder().decode(data));
}

/** @param {string} body @returns {Promise<string>} */
async function send(body) {
  if (held) return (await (inFile ??= start(held)))(body);
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const headers = { "content-type": "application/json", "x-vidalu-token": token };
  const response = await fetch("api", { method: "POST", headers, body });
  if (response.ok) return response.text();
  const help = "open the link that vidalu explore printed";
  throw new Error(`the server answered "${await response.text()}"; help: ${help}`);
}

/** An answer that says what is wrong with the request. */
export class Refusal extends Error {
  /** @param {import("./types").Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

let open = 0;

/**
 * Counts the questions without an answer. The page is busy while there is one.
 * @param {number} by
 */
function count(by) {
  open += by;
  document.documentElement.setAttribute("aria-busy", String(open > 0));
}

/**
 * Asks the engine, and returns what it answers.
 * @param {string} ask
 * @param {object} [request]
 * @returns {Promise<any>}
 */
export async function question(ask, request) {
  count(1);
  try {
    const answer = JSON.parse(await send(JSON.stringify({ ask, ...request })));
    if (answer.error) throw new Refusal(answer.error);
    return answer.ok;
  } finally {
    // The parts of the page show the answer first.
    setTimeout(count, 0, -1);
  }
}
