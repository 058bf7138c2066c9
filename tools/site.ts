import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { listSiteFiles } from "@varde/sandbox/documentation";
import { root } from "./source/list-files.ts";

// Writes the documentation as static files: npm run site, or npm run site -- FOLDER.
const [given] = process.argv.slice(2);
const folder = given === undefined ? join(root, "dist/site") : resolve(given);
if (given === undefined) rmSync(folder, { recursive: true, force: true });
let count = 0;
for (const { path, text } of listSiteFiles()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  count += 1;
}
console.log(
  `${count} files in ${folder}: serve them at any address. Opened as files, they have no search.`,
);
