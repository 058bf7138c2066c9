import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { bankSettings, describeOwnChannel, formatMetrics } from "@varde/bank";
import { describeContract } from "@varde/core-bank-http";
import { contractRules } from "@varde/core-bank-http/check";
import {
  buildConfigurationSchema,
  describeControl,
  describeDataSet,
  formatSettings,
  isHostSetting,
  sandboxSettings,
} from "@varde/sandbox";
import {
  buildCollection,
  buildOpenApi,
  formatChecks,
  formatErrors,
  formatOperations,
  formatResponseHeaders,
  formatToleratedForms,
} from "@varde/sandbox/reference";
import { isServerSetting, serverSettings } from "@varde/server";
import { drawSequence } from "./diagrams/draw-sequence.ts";
import { drawStates } from "./diagrams/draw-states.ts";
import { recordRuns } from "./diagrams/record-runs.ts";
import { stateDiagrams } from "./diagrams/state-diagrams.ts";
import { root } from "./source/list-files.ts";

const folder = join(root, "docs/reference");
const isCheck = process.argv.includes("--check");

function formatJson(value: object): string {
  return `${JSON.stringify(value, undefined, 1)}\n`;
}

/** Replaces each table of a page that follows a comment with its title. */
function replaceTables(name: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce(
    (text, [title, table]) => {
      const parts = new RegExp(`(<!-- ${title}: .*? -->\n).*?(?=<!-- end -->)`, "s");
      return text.replace(parts, (_all, comment: string) => `${comment}\n${table}\n\n`);
    },
    readFileSync(join(folder, name), "utf8"),
  );
}

/** Replaces the last section of the guide to the contract by its rules. */
function replaceRules(name: string): string {
  const text = readFileSync(join(folder, name), "utf8");
  const heading = "## Every rule\n";
  const sections = Map.groupBy(contractRules, ({ title }) => title);
  const tables = [...sections].map(([title, rules]) => {
    const rows = rules.map((rule) => `| ${rule.id} | ${rule.text} |`);
    return [`### ${title}`, "", "| rule | what it demands |", "| --- | --- |", ...rows].join("\n");
  });
  const start =
    "`npm run reference` writes this section from the rules of `npx varde check-core-bank`.";
  const before = text.slice(0, text.indexOf(heading) + heading.length);
  return `${before}\n${[start, ...tables].join("\n\n")}\n`;
}

const hostSettings = Object.entries(sandboxSettings).filter(([name]) => isHostSetting(name));
const ownSettings = Object.entries(serverSettings).filter(([name]) => isServerSetting(name));

/** Pictures of states, from the tables of transitions. */
const statePictures = Object.fromEntries(
  Object.entries(stateDiagrams).map(([name, diagram]) => [
    `../concepts/${name}.svg`,
    drawStates(diagram),
  ]),
);

/** Pictures of sequences, from runs against a sandbox. */
const sequencePictures = Object.fromEntries(
  Object.entries(await recordRuns()).flatMap(([path, run]) => [
    [`../${path}.svg`, drawSequence(run, "wide")],
    [`../${path}-narrow.svg`, drawSequence(run, "narrow")],
  ]),
);

/** The pages of the reference that are generated from the code. */
const pages: Readonly<Record<string, string>> = {
  "openapi.json": formatJson(buildOpenApi()),
  "control-openapi.json": formatJson(describeControl()),
  "core-bank-openapi.json": formatJson(describeContract(contractRules)),
  "own-channel-openapi.json": formatJson(describeOwnChannel()),
  "varde.postman-collection.json": formatJson(buildCollection()),
  "checks.md": formatChecks(),
  "configuration.md": replaceTables("configuration.md", {
    "settings of the sandbox": formatSettings(Object.fromEntries(hostSettings)),
    "switches of the bank": formatSettings(bankSettings),
    "settings of a bank in production": formatSettings(Object.fromEntries(ownSettings)),
  }),
  "bank.schema.json": formatJson(buildConfigurationSchema(serverSettings)),
  "../../packages/varde/configuration.schema.json": formatJson(
    buildConfigurationSchema(sandboxSettings),
  ),
  "../guides/core-bank-over-http.md": replaceRules("../guides/core-bank-over-http.md"),
  "data-set.md": describeDataSet(),
  "errors.md": formatErrors(),
  "metrics.md": formatMetrics(),
  "operations.md": formatOperations(),
  "response-headers.md": formatResponseHeaders(),
  "tolerated-forms.md": formatToleratedForms(),
  ...statePictures,
  ...sequencePictures,
};

for (const [name, text] of Object.entries(pages)) {
  const path = join(folder, name);
  const isCurrent = existsSync(path) && readFileSync(path, "utf8") === text;
  if (!isCheck && !isCurrent) writeFileSync(path, text);
  if (isCheck && !isCurrent) {
    console.error(`${relative(root, path)} is outdated: run npm run reference and commit it`);
    process.exitCode = 1;
  }
}
