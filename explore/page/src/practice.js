// Practice: the reader guesses the result of an instruction, or the value of a wire.

import { question } from "./engine.js";
import { $, h, say } from "./dom.js";
import { big, readGuess } from "./number.js";
import { change, known, listen, selectWire, state, tell, widthOf } from "./store.js";

let index = 0;
const seed = Math.floor(Math.random() * 2 ** 31);
const score = { right: 0, asked: 0 };

/**
 * Asks for the value of a wire, or for the result if `kind` is "result".
 * @param {"result" | "wire"} kind
 */
async function next(kind) {
  known.guess = null;
  const { ptx, registers } = await question("draw", { unit: state.unit, seed, index: index++ });
  await change({ ptx, ...registers, module: "", stage: -1, wire: "" }, { keep: false });
  const { answer, hardware } = known;
  if (!answer) return;
  const { items } = hardware.modules[hardware.top];
  const paths = items
    .filter((item) => item.kind === "registers" || answer.used[item.name ?? ""] !== false)
    .flatMap((item) => item.numbers.map((net) => net.name))
    .filter((path) => answer.wires[path] !== undefined);
  known.guess = kind === "wire" && paths.length ? paths[index % paths.length] : "result";
  if (known.guess !== "result") await selectWire(known.guess);
  tell("guess");
  say($("guess-result"), "");
  $("guess").value = "";
  $("guess").focus();
}

function check() {
  const { answer, guess } = known;
  if (!guess || !answer) return;
  const right = guess === "result" ? answer.results.d : answer.wires[guess];
  const width = guess === "result" ? answer.results.width : widthOf(guess);
  const given = readGuess($("guess").value, width);
  if (given === null) {
    say(
      $("guess-result"),
      `"${$("guess").value}" is not a number of ${width} bits; help: write 255 or 0xff`,
    );
    return;
  }
  const isRight = big(given) === big(right);
  score.asked++;
  if (isRight) score.right++;
  known.guess = null;
  tell("guess");
  $("guess-result").className = isRight ? "good" : "bad";
  say(
    $("guess-result"),
    `${isRight ? "Right" : "Not quite"}: 0x${right} = ${big(right)}. ` +
      `${score.right} of ${score.asked} right.`,
  );
}

function reveal() {
  known.guess = null;
  tell("guess");
}

/** @param {string} guess */
function task(guess) {
  const { ptx, a, b, c, cc } = state;
  const what = guess === "result" ? "d" : `the wire ${guess} (${widthOf(guess)} bits)`;
  return `What is ${what} in ${ptx} with a = 0x${a}, b = 0x${b}, c = 0x${c}, CC.CF = ${cc}?`;
}

export function mount() {
  $("next-result").addEventListener("click", () => next("result"));
  $("next-wire").addEventListener("click", () => next("wire"));
  $("reveal").addEventListener("click", reveal);
  $("guess-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    check();
  });
  listen((changed) => {
    const stays = ["practice", "datapath"].includes(state.view);
    if (changed.has("view") && !stays && known.guess) reveal();
    const { guess } = known;
    $("guess-form").hidden = !guess;
    say($("question"), guess ? task(guess) : "Draw an instruction of the unit, then guess.");
    if (!$("labs").children.length) {
      $("labs").append(
        ...known.catalog.labs.map((lab) =>
          h("li", null, h("code", null, `vidalu lab start ${lab.name}`), ` ${lab.title}`),
        ),
      );
    }
  });
}
