import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildOpenApi,
  describeControl,
  describeDataSet,
  formatErrors,
  formatOperations,
} from "@varde/sandbox";
import { root } from "./source/list-files.ts";

const folder = join(root, "docs/reference");
const isCheck = process.argv.includes("--check");

/** The pages of the reference that are made from the code. */
const pages: Readonly<Record<string, string>> = {
  "openapi.json": `${JSON.stringify(buildOpenApi(), undefined, 1)}\n`,
  "control-openapi.json": `${JSON.stringify(describeControl(), undefined, 1)}\n`,
  "data-set.md": describeDataSet(),
  "errors.md": formatErrors(),
  "operations.md": formatOperations(),
};

for (const [name, text] of Object.entries(pages)) {
  const path = join(folder, name);
  const isCurrent = existsSync(path) && readFileSync(path, "utf8") === text;
  if (!isCheck && !isCurrent) writeFileSync(path, text);
  if (isCheck && !isCurrent) {
    console.error(`docs/reference/${name} is behind the code: run npm run reference and commit it`);
    process.exitCode = 1;
  }
}
