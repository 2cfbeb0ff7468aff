// Takes the pictures of the book: `npm run pictures`.

import { fileURLToPath } from "node:url";
import { Reader, close, write } from "./open.js";

const file = write("page.html");
const folder = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const PICTURES = {
  scalar: "#unit=scalar&ptx=vadd.s32.s32.s32.sat%20d,%20a,%20b&a=7fffffff&b=00000001&wire=sat_s34",
  vmad: "#unit=vmad&ptx=vmad.u32.u32.u32.shr7%20d,%20a.b0,%20b.b0,%20c&a=000000c8&b=00000064&c=00000040",
  rows:
    "#unit=vmad-booth&ptx=vmad.u32.u32.u32%20d,%20a,%20b,%20c&a=ffff0007&b=00000009&c=00000005" +
    "&view=block&module=u_rows",
  stalled:
    "#unit=scalar-pipeline&ptx=vadd.u32.u32.u32%20d,%20a,%20b&a=00000001&b=00000002&view=time" +
    "&cycles=r.0.0.0.0n.n.n....&at=5",
};

for (const [name, link] of Object.entries(PICTURES)) {
  const reader = await Reader.open(file + link);
  await reader.page.setViewport({ width: 1500, height: 1080 });
  await reader.page.screenshot({ path: `${folder}explore-${name}.png` });
}
await close();
