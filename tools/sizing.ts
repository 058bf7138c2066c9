import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatSizing } from "./sizing/texts/format-sizing.ts";
import { root } from "./source/list-files.ts";

/**
 * Writes docs/operations/sizing.md from the measured costs; `--measure` measures them first, which
 * takes some minutes.
 */
const { values } = parseArgs({ options: { measure: { type: "boolean", default: false } } });
const costsFile = join(root, "docs/operations/sizing-costs.json");

if (values.measure) {
  const { fullEffort, measureCosts } = await import("./sizing/measure-costs.ts");
  const measured = await measureCosts(fullEffort);
  writeFileSync(costsFile, `${JSON.stringify(measured, undefined, 2)}\n`);
}
const costs = JSON.parse(readFileSync(costsFile, "utf8"));
writeFileSync(join(root, "docs/operations/sizing.md"), formatSizing(costs));
console.log("docs/operations/sizing.md is up to date");
