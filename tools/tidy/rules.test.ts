import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sourceFile } from "../source/source-file.ts";
import { architectureMatchesFolders, namedPathsExist } from "./architecture-rules.ts";
import { commentsAreProse, noTodoComments } from "./comment-rules.ts";
import { type Finding, formatFinding } from "./finding.ts";
import {
  docCommentsStartPlainly,
  markdownIsPlainEnglish,
  sourceIsPlainEnglish,
} from "./language-rules.ts";
import { moneyIsAddedInOnePlace, moneyIsConvertedInOnePlace } from "./money-rules.ts";
import { fileIsNamedAfterAnExport, namesAreSpecific, pathsAreKebabCase } from "./naming-rules.ts";
import { functionsAreShort, linesAreNarrow } from "./size-rules.ts";
import {
  browserTestsCanBeSkipped,
  noTestIsSkipped,
  testsWaitForConditions,
  titlesStateOutcomes,
} from "./test-rules.ts";

const source = "packages/bank/src/payments/pay.ts";
const lines = (findings: readonly Finding[]) => findings.map(({ line }) => line);
const repeated = (line: string, times: number) => `${line}\n`.repeat(times);

test("a finding is formatted with file, line, rule and fix", () => {
  const finding = { path: "a.ts", line: 3, rule: "the file is blue", fix: "Paint it" };
  assert.equal(formatFinding(finding), "a.ts:3: the file is blue. Paint it.");
});

test("the page about the architecture names the folders that exist", () => {
  const files = ["packages/a/src/pay/create/b.ts", "packages/a/src/c.ts", "packages/a/test/d.ts"];
  const page = (...rows: string[]) => ["`a/src`:", "", "```", ...rows, "```", ""].join("\n");
  const find = (...rows: string[]) =>
    architectureMatchesFolders(page(...rows), files).map(({ rule }) => rule);
  assert.deepEqual(find("pay/   payments", "  create/   new ones", "c.ts   a file"), []);
  assert.deepEqual(find("c.ts   a file"), ["the folder packages/a/src/pay is not named"]);
  assert.deepEqual(find("pay/   payments", "  delete/   old ones"), [
    "the folder packages/a/src/pay/delete does not exist",
  ]);
});

test("documents for maintainers name files that exist", () => {
  const text = "Change `a/src/pay.ts`\nand `a/src/gone.ts` in `a/src/<name>.ts`.";
  assert.deepEqual(lines(namedPathsExist("b.md", text, ["packages/a/src/pay.ts"])), [2]);
});

describe("sizes", () => {
  test("allows functions of 60 lines", () => {
    const ofLines = (count: number) => `\nfunction f() {\n${repeated("a();", count - 2)}}`;
    assert.deepEqual(functionsAreShort(sourceFile(source, ofLines(60))), []);
    assert.deepEqual(lines(functionsAreShort(sourceFile(source, ofLines(61)))), [2]);
  });

  test("allows 100 columns, and more only for aligned tables and unbreakable text", () => {
    const narrow = (line: string) => lines(linesAreNarrow(sourceFile(source, line)));
    assert.deepEqual(narrow("ab ".repeat(33).padEnd(100, "x")), []);
    assert.deepEqual(narrow("ab ".repeat(33).padEnd(101, "x")), [1]);
    const wide = "ab ".repeat(50);
    const table = `// biome-ignore format: aligned\nconst a = {\n${wide}\n};\n${wide}`;
    assert.deepEqual(narrow(table), [5]);
    assert.deepEqual(narrow(`const key = "${"A".repeat(300)}";`), []);
  });
});

describe("money", () => {
  const find = (path: string, ...text: string[]) => {
    const file = sourceFile(path, text.join("\n"));
    return [moneyIsAddedInOnePlace(file), moneyIsConvertedInOnePlace(file)].map(lines);
  };

  test("is added in one place", () => {
    const sums = ["a.feeMinor + b;", "sum += order.amountMinor;", "a + (feeMinor);", "x + 1n;"];
    assert.deepEqual(find(source, ...sums), [[1, 2], []]);
    assert.deepEqual(find("packages/protocol/src/money/minor.ts", ...sums), [[], []]);
    assert.deepEqual(find("packages/bank/src/contracts/check.ts", ...sums), [[], []]);
  });

  test("is converted in one place", () => {
    const products = ["a * rate.ratePpm;", "ratePpm / b;", "a * b;"];
    assert.deepEqual(find(source, ...products), [[], [1, 2]]);
    assert.deepEqual(find("packages/protocol/src/money/exchange.ts", ...products), [[], []]);
  });
});

describe("names", () => {
  test("finds a path that is not kebab-case", () => {
    assert.deepEqual(pathsAreKebabCase("packages/bank/src/pay-out.test.ts"), []);
    assert.equal(pathsAreKebabCase("packages/bank/src/payOut.ts").length, 1);
    assert.equal(pathsAreKebabCase("packages/bank/src/pay_out.ts").length, 1);
  });

  test("finds a vague word, but payment service is a domain term", () => {
    assert.equal(namesAreSpecific("packages/bank/src/date-utils.ts").length, 1);
    assert.equal(namesAreSpecific("packages/bank/src/common/date.ts").length, 1);
    assert.deepEqual(namesAreSpecific("packages/bank/src/payment-services.ts"), []);
  });

  test("requires the name of the only export", () => {
    const named = (text: string) => lines(fileIsNamedAfterAnExport(sourceFile(source, text)));
    assert.deepEqual(named("export const pay = 1;"), []);
    assert.deepEqual(named("export async function* payAll() {}"), []);
    assert.deepEqual(named("const pay = 1;\nexport { pay };"), []);
    assert.deepEqual(named("export const buy = 1;"), [1]);
    assert.deepEqual(named("const pay = 1;"), [1]);
  });

  test("allows an entry of a thread or a process without an export", () => {
    const entry = (text: string) =>
      fileIsNamedAfterAnExport(sourceFile("packages/bank/src/pay-thread.ts", text)).length;
    assert.equal(entry("const pay = 1;"), 0);
    assert.equal(entry("export const buy = 1;"), 1);
  });

  test("requires a common word if there are several exports", () => {
    const store = (text: string) =>
      fileIsNamedAfterAnExport(sourceFile("packages/bank/src/payment-store.ts", text)).length;
    assert.equal(store("export const readPayment = 1; export const listAll = 2;"), 0);
    assert.equal(store("export const readBasket = 1; export const listAll = 2;"), 1);
  });
});

describe("comments", () => {
  test("finds code in a line comment, but not prose or examples", () => {
    const prose = (text: string) => lines(commentsAreProse(sourceFile(source, text)));
    assert.deepEqual(
      prose("// const a = 1;\n// if (a) {\n// pay(a)\n// return a();"),
      [1, 2, 3, 4],
    );
    assert.deepEqual(prose("// The bank returns (see RFC 2047) what it was given.\n"), []);
    assert.deepEqual(prose("/** @example\n * const a = 1;\n */"), []);
  });

  test("finds FIXME in a comment, but not in a string", () => {
    const text = 'const a = "TODO";\n// FIXME later';
    assert.deepEqual(lines(noTodoComments(sourceFile(source, text))), [2]);
  });
});

describe("language", () => {
  // Blanks are inserted at run time, so that this file does not contain the phrases.
  const sample = (text: string) => text.replaceAll("_", " ");
  const plain = (text: string) => lines(sourceIsPlainEnglish(sourceFile(source, sample(text))));

  test("finds banned phrases in comments, strings, templates and test titles", () => {
    assert.deepEqual(plain("/** It is_no card. */\n// a is\n// no_card\nf();"), [1, 2]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the sample.
    const text = 'const a = "It is_no card.";\nconst b = `${c} is_told`;\ntest("is_told", f);';
    assert.deepEqual(plain(text), [1, 2, 3]);
  });

  test("finds banned words in names, but not in regular expressions", () => {
    const word = ["me", "nd"].join("");
    assert.deepEqual(plain(`const ${word}Card = 1;\nconst recom${word} = 2;\n/${word}/;`), [1]);
  });

  test("finds doc comments that start with Who, What, Of, That or One", () => {
    const text = "/** What it is. */\n/**\n * Of all. */\n/** Whatever. */\n// What\n/* One */";
    assert.deepEqual(lines(docCommentsStartPlainly(sourceFile(source, text))), [1, 2]);
  });

  test("finds banned phrases in Markdown outside code", () => {
    const text = sample("It `is_no` card.\n```text\nIt is_no card.\n```\n\nIt is_no\ncard.");
    assert.deepEqual(lines(markdownIsPlainEnglish("README.md", text)), [6]);
  });
});

describe("tests", () => {
  const path = "packages/bank/test/pay.test.ts";

  test("finds tests with only, skip or todo", () => {
    const text = [
      "test.only(a, b);",
      "test(a, { skip: true }, b);",
      "t.todo();",
      "test(a, { skip: !isLinux }, b);",
      "const page = { skip: 2 };",
    ].join("\n");
    assert.deepEqual(lines(noTestIsSkipped(sourceFile(path, text))), [1, 2, 3]);
  });

  test("finds a title that expresses a wish", () => {
    const text = 'test("it should pay", f);\ntest("it pays", () => say("you should"));';
    assert.deepEqual(lines(titlesStateOutcomes(sourceFile(path, text))), [1]);
  });

  test("finds a test that waits for the clock", () => {
    const waiting = [
      'test("a", async () => {',
      "  await setTimeout(500);",
      "  await new Promise((resolve) => setTimeout(resolve, 50));",
      "  while (Date.now() < end) await ask();",
      "  while (!(await isReady())) await setTimeout(20);",
      "  for (;;) {",
      "    if (await isReady()) break;",
      "    await sleep(20);",
      "  }",
      "  while (!isOpen) await answer(async () => { await sleep(300); });",
      "});",
    ].join("\n");
    const find = (at: string) => lines(testsWaitForConditions(sourceFile(at, waiting)));
    assert.deepEqual(find(path), [2, 3, 4, 10]);
    assert.deepEqual(find("packages/bank/test/a.long.test.ts"), []);
    assert.deepEqual(find("packages/bank/src/a.ts"), []);
  });

  test("finds a browser test that imports from node:test", () => {
    const direct = 'import { test } from "node:test";';
    const found = (path: string, text = "") =>
      lines(browserTestsCanBeSkipped(sourceFile(path, `${direct}\n${text}`)));
    assert.deepEqual(found("test/browser/a.test.ts"), [1]);
    assert.deepEqual(found("packages/bank/test/a.browser.test.ts"), [1]);
    assert.deepEqual(found(path, 'import { openBrowser } from "@varde/testkit/browser";'), [1]);
    assert.deepEqual(found(path, 'import { PageBrowser } from "@varde/testkit/psu";'), []);
    const skipped = 'import { test } from "@varde/testkit/browser";';
    assert.deepEqual(
      lines(browserTestsCanBeSkipped(sourceFile("test/browser/a.test.ts", skipped))),
      [],
    );
  });
});
