// The page of `vidalu explore`: builds its parts, then shows what the link holds.

import * as bar from "./bar.js";
import * as block from "./block.js";
import * as datapath from "./datapath.js";
import { $, say } from "./dom.js";
import { question } from "./engine.js";
import * as instruction from "./instruction.js";
import * as practice from "./practice.js";
import * as profiles from "./profiles.js";
import * as registers from "./registers.js";
import * as rule from "./rule.js";
import { follow, open } from "./store.js";
import * as table from "./table.js";
import * as time from "./time.js";
import * as tooltip from "./tooltip.js";
import * as verilog from "./verilog.js";
import * as word from "./word.js";

for (const part of [
  bar,
  instruction,
  word,
  registers,
  datapath,
  block,
  verilog,
  rule,
  time,
  profiles,
  practice,
  table,
  tooltip,
])
  part.mount();
// For the console and for tests: `await vidalu("catalog")`.
Object.assign(globalThis, { vidalu: question });
addEventListener("popstate", () => follow());
addEventListener("hashchange", () => follow());
open()
  .then(() => {
    document.documentElement.dataset.ready = "true";
    performance.mark("ready");
  })
  .catch((error) => {
    say($("status"), `The page cannot start: ${error instanceof Error ? error.message : error}`);
  });
