import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sourceFile } from "../source/source-file.ts";
import {
  httpStaysAtTheDoor,
  listResources,
  rulesArePure,
  scaKnowsNoResource,
} from "./bank-rules.ts";
import { commentsAreProse, nothingIsLeftForLater } from "./comment-rules.ts";
import { type Finding, formatFinding } from "./finding.ts";
import { packagesAreImportedByName, packagesPointDownwards } from "./import-rules.ts";
import { dependenciesAreExplained, publicNamesOf, versionsAreExact } from "./manifest-rules.ts";
import {
  exportsAreNamed,
  fileIsNamedAfterAnExport,
  namesSaySomething,
  pathsAreKebabCase,
} from "./naming-rules.ts";
import { nothingPointsHome } from "./privacy-rules.ts";
import { filesAreShort, functionsAreShort, linesAreNarrow } from "./size-rules.ts";
import { browserTestsCanBeSkipped, everyTestRuns, titlesStateOutcomes } from "./test-rules.ts";

const source = "packages/bank/src/payments/pay.ts";
const lines = (findings: readonly Finding[]) => findings.map(({ line }) => line);
const repeated = (line: string, times: number) => `${line}\n`.repeat(times);

test("a finding names file, line, rule and mend", () => {
  const finding = { path: "a.ts", line: 3, rule: "the file is blue", mend: "Paint it" };
  assert.equal(formatFinding(finding), "a.ts:3: the file is blue. Paint it.");
});

describe("sizes", () => {
  test("400 lines pass and 401 do not, unless they are data or texts", () => {
    const long = repeated("a();", 401);
    assert.deepEqual(filesAreShort(sourceFile(source, repeated("a();", 400))), []);
    assert.deepEqual(lines(filesAreShort(sourceFile(source, long))), [401]);
    assert.deepEqual(filesAreShort(sourceFile("packages/bank/src/data/a.ts", long)), []);
    assert.deepEqual(filesAreShort(sourceFile("packages/bank/src/texts/a.ts", long)), []);
  });

  test("a function of 60 lines passes and one of 61 does not", () => {
    const ofLines = (count: number) => `\nfunction f() {\n${repeated("a();", count - 2)}}`;
    assert.deepEqual(functionsAreShort(sourceFile(source, ofLines(60))), []);
    assert.deepEqual(lines(functionsAreShort(sourceFile(source, ofLines(61)))), [2]);
  });

  test("100 columns pass and 101 do not, unless it cannot be broken or is a table", () => {
    const narrow = (line: string) => lines(linesAreNarrow(sourceFile(source, line)));
    assert.deepEqual(narrow("ab ".repeat(33).padEnd(100, "x")), []);
    assert.deepEqual(narrow("ab ".repeat(33).padEnd(101, "x")), [1]);
    const wide = "ab ".repeat(50);
    const table = `// biome-ignore format: aligned\nconst a = {\n${wide}\n};\n${wide}`;
    assert.deepEqual(narrow(table), [5]);
    assert.deepEqual(narrow(`const key = "${"A".repeat(300)}";`), []);
  });
});

describe("names", () => {
  test("a path of another case than kebab is found", () => {
    assert.deepEqual(pathsAreKebabCase("packages/bank/src/pay-out.test.ts"), []);
    assert.equal(pathsAreKebabCase("packages/bank/src/payOut.ts").length, 1);
    assert.equal(pathsAreKebabCase("packages/bank/src/pay_out.ts").length, 1);
  });

  test("a word that says nothing is found, a payment service is a thing of the domain", () => {
    assert.equal(namesSaySomething("packages/bank/src/date-utils.ts").length, 1);
    assert.equal(namesSaySomething("packages/bank/src/common/date.ts").length, 1);
    assert.deepEqual(namesSaySomething("packages/bank/src/payment-services.ts"), []);
  });

  test("a default export is found", () => {
    assert.deepEqual(lines(exportsAreNamed(sourceFile(source, "\nexport default 1;"))), [2]);
  });

  test("a file with one export is named after it", () => {
    const named = (text: string) => lines(fileIsNamedAfterAnExport(sourceFile(source, text)));
    assert.deepEqual(named("export const pay = 1;"), []);
    assert.deepEqual(named("export async function* payAll() {}"), []);
    assert.deepEqual(named("const pay = 1;\nexport { pay };"), []);
    assert.deepEqual(named("export const buy = 1;"), [1]);
    assert.deepEqual(named("const pay = 1;"), [1]);
  });

  test("a file with several exports shares a word with one", () => {
    const store = (text: string) =>
      fileIsNamedAfterAnExport(sourceFile("packages/bank/src/payment-store.ts", text)).length;
    assert.equal(store("export const readPayment = 1; export const listAll = 2;"), 0);
    assert.equal(store("export const readBasket = 1; export const listAll = 2;"), 1);
  });
});

describe("comments", () => {
  test("code in a line comment is found, prose and examples are not", () => {
    const prose = (text: string) => lines(commentsAreProse(sourceFile(source, text)));
    assert.deepEqual(
      prose("// const a = 1;\n// if (a) {\n// pay(a)\n// return a();"),
      [1, 2, 3, 4],
    );
    assert.deepEqual(prose("// The bank returns (see RFC 2047) what it was given.\n"), []);
    assert.deepEqual(prose("/** @example\n * const a = 1;\n */"), []);
  });

  test("work left in a comment is found, the same word in a string is not", () => {
    const text = 'const a = "TODO";\n// FIXME later';
    assert.deepEqual(lines(nothingIsLeftForLater(sourceFile(source, text))), [2]);
  });
});

describe("tests", () => {
  const path = "packages/bank/test/pay.test.ts";

  test("a test that is singled out, skipped or put off is found", () => {
    const text = [
      "test.only(a, b);",
      "test(a, { skip: true }, b);",
      "t.todo();",
      "test(a, { skip: !isLinux }, b);",
      "const page = { skip: 2 };",
    ].join("\n");
    assert.deepEqual(lines(everyTestRuns(sourceFile(path, text))), [1, 2, 3]);
  });

  test("a title that wishes instead of stating is found", () => {
    const text = 'test("it should pay", f);\ntest("it pays", () => say("you should"));';
    assert.deepEqual(lines(titlesStateOutcomes(sourceFile(path, text))), [1]);
  });

  test("a browser test that comes from node:test is found", () => {
    const direct = 'import { test } from "node:test";';
    const found = (path: string, text = "") =>
      lines(browserTestsCanBeSkipped(sourceFile(path, `${direct}\n${text}`)));
    assert.deepEqual(found("test/browser/a.test.ts"), [1]);
    assert.deepEqual(found("packages/bank/test/a.browser.test.ts"), [1]);
    assert.deepEqual(found(path, 'import { launchBrowser } from "../support/browser.ts";'), [1]);
    assert.deepEqual(found(path, 'import { PageBrowser } from "../support/page-browser.ts";'), []);
    const skipped = 'import { test } from "../support/browser-test.ts";';
    assert.deepEqual(
      lines(browserTestsCanBeSkipped(sourceFile("test/browser/a.test.ts", skipped))),
      [],
    );
  });
});

describe("imports", () => {
  const names = new Set(publicNamesOf({ name: "@varde/ledger", exports: { ".": "", "./x": "" } }));
  const byName = (path: string, specifier: string) =>
    packagesAreImportedByName(sourceFile(path, `import "${specifier}";`), names).length;

  test("a package that imports one above it is found", () => {
    const text = 'import a from "@varde/protocol";\nexport * from "@varde/ledger";';
    assert.deepEqual(lines(packagesPointDownwards(sourceFile(source, text))), [2]);
    const lazy = 'await import("@varde/storage")';
    const varde = sourceFile("packages/varde/src/main.ts", lazy);
    assert.deepEqual(lines(packagesPointDownwards(varde)), [1]);
  });

  test("only what a package publishes is imported from it", () => {
    assert.equal(byName(source, "@varde/ledger"), 0);
    assert.equal(byName(source, "@varde/ledger/x"), 0);
    assert.equal(byName(source, "@varde/ledger/src/index.ts"), 1);
  });

  test("a relative import stays in its package", () => {
    assert.equal(byName(source, "../http/reply.ts"), 0);
    assert.equal(byName(source, "../../../ledger/src/index.ts"), 1);
    assert.equal(byName(source, "../../test/sample.ts"), 1);
    assert.equal(byName("packages/bank/test/a.test.ts", "../../../test/support/bank.ts"), 0);
    assert.equal(byName("test/journeys/a.test.ts", "../support/bank.ts"), 0);
    assert.equal(byName("test/journeys/a.test.ts", "../../packages/bank/src/index.ts"), 1);
  });
});

describe("the rooms of bank", () => {
  test("fastify is for http, routes and the composition root", () => {
    const door = (path: string) =>
      httpStaysAtTheDoor(sourceFile(path, 'import type { A } from "fastify";')).length;
    assert.equal(door(source), 1);
    assert.equal(door("packages/bank/src/http/server.ts"), 0);
    assert.equal(door("packages/bank/src/payments/routes.ts"), 0);
    assert.equal(door("packages/bank/src/create-bank.ts"), 0);
  });

  test("a rule that waits, looks at the clock, draws lots or reads a store is found", () => {
    const text = [
      'import { a } from "../payment-store.ts";',
      "const b = async () => await a();",
      "const c = new Date();",
      "const d = Temporal.Now.instant();",
      "const e = randomUUID() + Math.random();",
      "const f = (value: Date) => Temporal.PlainDate.from(value);",
    ].join("\n");
    const rule = sourceFile("packages/bank/src/payments/rules/a.ts", text);
    assert.deepEqual(lines(rulesArePure(rule)).sort(), [1, 2, 2, 3, 4, 5, 5]);
    assert.deepEqual(rulesArePure(sourceFile(source, text)), []);
  });

  test("sca that imports a resource is found", () => {
    const resources = listResources(["packages/bank/src/cards/routes.ts"]);
    const text = 'import "../payments/payment.ts";\nimport "../cards/a.ts";\nimport "../ids.ts";';
    const sca = sourceFile("packages/bank/src/sca/complete-sca.ts", text);
    assert.deepEqual(lines(scaKnowsNoResource(sca, resources)), [1, 2]);
  });
});

describe("manifests", () => {
  const manifest = { name: "a", dependencies: { b: "^1.0.0", c: "1.0.0", "@varde/d": "0.1.0" } };
  const text = '{\n"b": "^1.0.0",\n"c": "1.0.0" }';

  test("a range of versions is found", () => {
    assert.deepEqual(lines(versionsAreExact("package.json", text, manifest)), [2]);
  });

  test("a dependency that no decision mentions is found", () => {
    const findings = dependenciesAreExplained("package.json", text, manifest, "`b` does it");
    assert.deepEqual(lines(findings), [3]);
  });
});

test("paths of someone's machine and addresses of registries are found", () => {
  const home = ["", "home", "kari", "varde"].join("/");
  const registry = ["https://registry", "npmjs", "org/a"].join(".");
  const text = `see ${home}\n${registry}\nGET /v1/work/homes/`;
  assert.deepEqual(lines(nothingPointsHome("README.md", text)), [1, 2]);
});
