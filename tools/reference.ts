import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildCollection,
  buildOpenApi,
  describeControl,
  describeDataSet,
  formatChecks,
  formatErrors,
  formatOperations,
} from "@varde/sandbox";
import { root } from "./source/list-files.ts";

const folder = join(root, "docs/reference");
const isCheck = process.argv.includes("--check");

function formatJson(value: object): string {
  return `${JSON.stringify(value, undefined, 1)}\n`;
}

/** The pages of the reference that are generated from the code. */
const pages: Readonly<Record<string, string>> = {
  "openapi.json": formatJson(buildOpenApi()),
  "control-openapi.json": formatJson(describeControl()),
  "varde.postman-collection.json": formatJson(buildCollection()),
  "checks.md": formatChecks(),
  "data-set.md": describeDataSet(),
  "errors.md": formatErrors(),
  "operations.md": formatOperations(),
};

for (const [name, text] of Object.entries(pages)) {
  const path = join(folder, name);
  const isCurrent = existsSync(path) && readFileSync(path, "utf8") === text;
  if (!isCheck && !isCurrent) writeFileSync(path, text);
  if (isCheck && !isCurrent) {
    console.error(`docs/reference/${name} is outdated: run npm run reference and commit it`);
    process.exitCode = 1;
  }
}
