// How long the page takes, in both of its forms: from a change to all values, for each unit, and
// from opening the file to its first values. `npm run bench` prints the times.

import { Reader, close, serve, write } from "./open.js";

const CHANGES = 40;
const file = write("page.html");

for (const [form, link] of [
  ["served", await serve()],
  ["file", file],
]) {
  for (const unit of ["scalar", "simd", "vmad", "carry", "lanes", "video"]) {
    const reader = await Reader.open(`${link}#unit=${unit}`);
    await reader.type("#registers [data-register=a] [data-form=hex]", "5");
    for (let at = 0; at < CHANGES; at++) await reader.press(at % 2 ? "Backspace" : "1");
    const times = await reader.page.evaluate(() =>
      performance
        .getEntriesByName("shown")
        .map((it) => it.duration)
        .sort((x, y) => x - y),
    );
    const median = times[Math.floor(times.length / 2)];
    console.log(
      `${form} ${unit}: ${median.toFixed(1)} ms at the median of ${times.length} changes`,
    );
    await reader.page.close();
  }
}
const reader = await Reader.open(file);
const ready = await reader.page.evaluate(() => performance.getEntriesByName("ready")[0].startTime);
console.log(`the file is ready after ${ready.toFixed(0)} ms`);
await close();
