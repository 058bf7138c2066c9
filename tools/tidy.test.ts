import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { listFiles, root } from "./source/list-files.ts";
import { readSourceFile, type SourceFile } from "./source/source-file.ts";
import * as bankRules from "./tidy/bank-rules.ts";
import * as commentRules from "./tidy/comment-rules.ts";
import { type Finding, formatFinding } from "./tidy/finding.ts";
import * as importRules from "./tidy/import-rules.ts";
import * as manifestRules from "./tidy/manifest-rules.ts";
import * as namingRules from "./tidy/naming-rules.ts";
import { nothingPointsHome } from "./tidy/privacy-rules.ts";
import * as sizeRules from "./tidy/size-rules.ts";
import * as testRules from "./tidy/test-rules.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = listFiles();
const ours = files.filter((path) => /^(packages|test|bench|tools)\//.test(path));
const sources = ours
  .filter((path) => /\.(ts|js|mjs)$/.test(path))
  .map((path) => readSourceFile(root, path));
const manifests = files
  .filter((path) => /(^|\/)package\.json$/.test(path))
  .map((path) => ({ path, text: read(path) }))
  .map((file) => ({ ...file, manifest: JSON.parse(file.text) as manifestRules.Manifest }));
const publicNames = new Set(
  manifests.flatMap(({ manifest }) => manifestRules.publicNamesOf(manifest)),
);
const resources = bankRules.listResources(ours);
const decisions = files
  .filter((path) => /^docs\/decisions\/.*\.md$/.test(path))
  .map(read)
  .join("\n");

function holds(title: string, find: () => readonly Finding[]) {
  test(title, () => {
    const findings = find();
    assert.ok(findings.length === 0, `\n${findings.map(formatFinding).join("\n")}\n`);
  });
}

const inEverySource = (rule: (file: SourceFile) => readonly Finding[]) => () =>
  sources.flatMap(rule);

describe("the house is tidy", () => {
  holds("files are short", inEverySource(sizeRules.filesAreShort));
  holds("functions are short", inEverySource(sizeRules.functionsAreShort));
  holds("lines are narrow", inEverySource(sizeRules.linesAreNarrow));
  holds("paths are kebab-case", () => ours.flatMap(namingRules.pathsAreKebabCase));
  holds("names say something", () => ours.flatMap(namingRules.namesSaySomething));
  holds("exports are named", inEverySource(namingRules.exportsAreNamed));
  holds("a file is named after an export", inEverySource(namingRules.fileIsNamedAfterAnExport));
  holds("comments are prose", inEverySource(commentRules.commentsAreProse));
  holds("nothing is left for later", inEverySource(commentRules.nothingIsLeftForLater));
  holds("every test runs", inEverySource(testRules.everyTestRuns));
  holds("browser tests can be skipped", inEverySource(testRules.browserTestsCanBeSkipped));
  holds("titles state outcomes", inEverySource(testRules.titlesStateOutcomes));
  holds("packages point downwards", inEverySource(importRules.packagesPointDownwards));
  holds("packages are imported by name", () =>
    sources.flatMap((file) => importRules.packagesAreImportedByName(file, publicNames)),
  );
  holds("HTTP stays at the door of bank", inEverySource(bankRules.httpStaysAtTheDoor));
  holds("rules are pure", inEverySource(bankRules.rulesArePure));
  holds("sca knows no resource", () =>
    sources.flatMap((file) => bankRules.scaKnowsNoResource(file, resources)),
  );
  holds("versions are exact", () =>
    manifests.flatMap(({ path, text, manifest }) =>
      manifestRules.versionsAreExact(path, text, manifest),
    ),
  );
  holds("dependencies are explained", () =>
    manifests.flatMap(({ path, text, manifest }) =>
      manifestRules.dependenciesAreExplained(path, text, manifest, decisions),
    ),
  );
  holds("nothing points home", () => files.flatMap((path) => nothingPointsHome(path, read(path))));
});
