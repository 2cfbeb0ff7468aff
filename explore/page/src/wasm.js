// Runs the engine in the page. Requests and answers pass through the memory of the WebAssembly.

/**
 * Starts the engine with the data of the machines. Returns the function that answers a request.
 * @param {Uint8Array<ArrayBuffer>} program
 * @param {string} machines
 */
export async function load(program, machines) {
  const { instance } = await WebAssembly.instantiate(program);
  const { memory, room, start, answer, text } = /** @type {any} */ (instance.exports);
  const put = (/** @type {string} */ sent) => {
    const bytes = new TextEncoder().encode(sent);
    // Asked first, because the memory may grow and move.
    const place = room(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  };
  put(machines);
  start();
  return (/** @type {string} */ request) => {
    put(request);
    const length = answer();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, text(), length));
  };
}
