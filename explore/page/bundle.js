// Bundles the modules and the styles of the page into ../dist/, for the page that is one file.
import { build } from "esbuild";

for (const [from, to] of [
  ["src/main.js", "../dist/page.js"],
  ["style.css", "../dist/page.css"],
]) {
  await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
  });
}
