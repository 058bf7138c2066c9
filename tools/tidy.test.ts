import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { isRunningSource, listPatterns } from "./patterns/list-patterns.ts";
import { patternsAreLinear, readVerdicts } from "./patterns/verdicts.ts";
import { listFiles, root } from "./source/list-files.ts";
import { readSourceFile, type SourceFile } from "./source/source-file.ts";
import { architectureMatchesFolders, namedPathsExist } from "./tidy/architecture-rules.ts";
import * as bankRules from "./tidy/bank-rules.ts";
import * as commentRules from "./tidy/comment-rules.ts";
import { publicMembersAreDocumented } from "./tidy/documentation-rules.ts";
import { type Finding, formatFinding } from "./tidy/finding.ts";
import { filesHaveNoCycles, foldersHaveNoCycles } from "./tidy/folder-rules.ts";
import * as importRules from "./tidy/import-rules.ts";
import * as languageRules from "./tidy/language-rules.ts";
import * as manifestRules from "./tidy/manifest-rules.ts";
import * as moneyRules from "./tidy/money-rules.ts";
import * as namingRules from "./tidy/naming-rules.ts";
import * as placeRules from "./tidy/place-rules.ts";
import { nothingIsMachineSpecific } from "./tidy/privacy-rules.ts";
import * as sizeRules from "./tidy/size-rules.ts";
import * as testRules from "./tidy/test-rules.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = listFiles();
const ours = files.filter((path) => /^(packages|test|bench|tools)\//.test(path));
const sources = ours
  .filter((path) => /\.(tsx?|js|mjs)$/.test(path))
  .map((path) => readSourceFile(root, path));
const manifests = files
  .filter((path) => /(^|\/)package\.json$/.test(path))
  .map((path) => ({ path, text: read(path) }))
  .map((file) => ({ ...file, manifest: JSON.parse(file.text) as manifestRules.Manifest }));
const publicNames = new Set(
  manifests.flatMap(({ manifest }) => manifestRules.listPublicNames(manifest)),
);
const markdown = files.filter((path) => path.endsWith(".md"));
const scripts = files
  .filter((path) => /^examples\/.*\.(ts|mjs)$/.test(path))
  .map((path) => readSourceFile(root, path));
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

const languageFindings = [
  ...[...sources, ...scripts].flatMap(languageRules.sourceIsPlainEnglish),
  ...[...sources, ...scripts].flatMap(languageRules.docCommentsStartPlainly),
  ...markdown.flatMap((path) => languageRules.markdownIsPlainEnglish(path, read(path))),
];

describe("tidy rules", () => {
  holds("functions are short", inEverySource(sizeRules.functionsAreShort));
  holds("lines are narrow", inEverySource(sizeRules.linesAreNarrow));
  holds("paths are kebab-case", () => ours.flatMap(namingRules.pathsAreKebabCase));
  holds("names are specific", () => ours.flatMap(namingRules.namesAreSpecific));
  holds("a file is named after an export", inEverySource(namingRules.fileIsNamedAfterAnExport));
  holds("comments are prose", inEverySource(commentRules.commentsAreProse));
  holds("no comment contains TODO or FIXME", inEverySource(commentRules.noTodoComments));
  holds("everything public in the SDK is documented", () => {
    const [index, ...others] = sources
      .filter(({ path }) => path.startsWith("packages/tpp/src/"))
      .toSorted((one) => (one.path === "packages/tpp/src/index.ts" ? -1 : 1));
    return index === undefined ? [] : publicMembersAreDocumented(index, others);
  });
  holds("texts are plain English", () => languageFindings);
  holds("no test is skipped", inEverySource(testRules.noTestIsSkipped));
  holds("browser tests can be skipped", inEverySource(testRules.browserTestsCanBeSkipped));
  holds("tests wait for conditions", inEverySource(testRules.testsWaitForConditions));
  holds("test titles state outcomes", inEverySource(testRules.titlesStateOutcomes));
  holds("packages import only lower layers", inEverySource(importRules.packagesImportLowerLayers));
  holds(
    "only packages for developers read diagnoses without a sandbox",
    inEverySource(importRules.onlyDevelopersPackagesReadDiagnoses),
  );
  holds("adapters use their libraries", inEverySource(importRules.adaptersUseTheirLibraries));
  holds("packages are imported by name", () =>
    sources.flatMap((file) => importRules.packagesAreImportedByName(file, publicNames)),
  );
  holds("Fastify stays in the HTTP files of bank", inEverySource(bankRules.fastifyStaysInHttp));
  holds("rules are pure", inEverySource(bankRules.rulesArePure));
  holds("shared time is the database's", inEverySource(bankRules.sharedTimeIsTheDatabases));
  holds("money is added in one place", inEverySource(moneyRules.moneyIsAddedInOnePlace));
  holds("money is converted in one place", inEverySource(moneyRules.moneyIsConvertedInOnePlace));
  holds("sca imports no resource", inEverySource(bankRules.scaImportsNoResource));
  holds("patterns take linear time", () =>
    patternsAreLinear(
      sources.filter(({ path }) => isRunningSource(path)).flatMap(listPatterns),
      readVerdicts(),
    ),
  );
  holds("folders have no import cycles", () => foldersHaveNoCycles(sources));
  holds("files have no import cycles", () => filesHaveNoCycles(sources));
  holds("short files have several users", () => placeRules.filesEarnTheirPlace(sources));
  holds("folders have several files", () => placeRules.foldersHaveSeveralFiles(ours));
  holds("docs/architecture.md matches the folders", () =>
    architectureMatchesFolders(read("docs/architecture.md"), ours),
  );
  holds("CONTRIBUTING.md has the imports of each package", () =>
    importRules.contributingMatchesLayers("CONTRIBUTING.md", read("CONTRIBUTING.md")),
  );
  holds("documents for maintainers name files that exist", () =>
    ["docs/architecture.md", "CONTRIBUTING.md"].flatMap((page) =>
      namedPathsExist(page, read(page), ours),
    ),
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
  holds("nothing is machine-specific", () =>
    files.flatMap((path) => nothingIsMachineSpecific(path, read(path))),
  );
});
