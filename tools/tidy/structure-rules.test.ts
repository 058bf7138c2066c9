import assert from "node:assert/strict";
import { posix } from "node:path";
import { describe, test } from "node:test";
import { sourceFile } from "../source/source-file.ts";
import {
  fastifyStaysInHttp,
  rulesArePure,
  scaImportsNoResource,
  sharedTimeIsTheDatabases,
} from "./bank-rules.ts";
import { publicMembersAreDocumented } from "./documentation-rules.ts";
import type { Finding } from "./finding.ts";
import { filesHaveNoCycles, foldersHaveNoCycles } from "./folder-rules.ts";
import {
  adaptersUseTheirLibraries,
  onlyDevelopersPackagesReadDiagnoses,
  packagesAreImportedByName,
  packagesImportLowerLayers,
} from "./import-rules.ts";
import { dependenciesAreExplained, listPublicNames, versionsAreExact } from "./manifest-rules.ts";
import { filesEarnTheirPlace, foldersHaveSeveralFiles } from "./place-rules.ts";
import { nothingIsMachineSpecific } from "./privacy-rules.ts";

const source = "packages/bank/src/payments/pay.ts";
const lines = (findings: readonly Finding[]) => findings.map(({ line }) => line);

describe("imports", () => {
  const names = new Set(
    listPublicNames({ name: "@varde/ledger", exports: { ".": "", "./x": "" } }),
  );
  const byName = (path: string, specifier: string) =>
    packagesAreImportedByName(sourceFile(path, `import "${specifier}";`), names).length;

  test("finds an import from a higher layer", () => {
    const text = 'import a from "@varde/protocol";\nexport * from "@varde/ledger";';
    assert.deepEqual(lines(packagesImportLowerLayers(sourceFile(source, text))), [2]);
    const lazy = 'await import("@varde/storage")';
    const varde = sourceFile("packages/varde/src/main.ts", lazy);
    assert.deepEqual(lines(packagesImportLowerLayers(varde)), [1]);
  });

  test("finds a package whose source imports the test kit", () => {
    const text = 'import { aBank } from "@varde/testkit/bank";';
    assert.deepEqual(lines(packagesImportLowerLayers(sourceFile(source, text))), [1]);
    const aTest = sourceFile("packages/bank/test/a.test.ts", text);
    assert.deepEqual(lines(packagesImportLowerLayers(aTest)), []);
  });

  test("finds a bank that reads diagnoses as a developer does", () => {
    const text = 'import { ownReader } from "@varde/protocol/own-reader";';
    assert.deepEqual(lines(onlyDevelopersPackagesReadDiagnoses(sourceFile(source, text))), [1]);
    const sdk = sourceFile("packages/tpp/src/http/read-response.ts", text);
    assert.deepEqual(lines(onlyDevelopersPackagesReadDiagnoses(sdk)), []);
  });

  test("finds an adapter that imports a library of another package", () => {
    const text = 'import "node:crypto";\nimport "./a.ts";\nimport "jose";\nimport "fastify";';
    const adapter = sourceFile("packages/sca-oidc/src/a.ts", text);
    assert.deepEqual(lines(adaptersUseTheirLibraries(adapter)), [4]);
    assert.deepEqual(lines(adaptersUseTheirLibraries(sourceFile(source, text))), []);
  });

  test("allows only published names of a package", () => {
    assert.equal(byName(source, "@varde/ledger"), 0);
    assert.equal(byName(source, "@varde/ledger/x"), 0);
    assert.equal(byName(source, "@varde/ledger/src/index.ts"), 1);
  });

  test("finds a relative import that leaves its package", () => {
    assert.equal(byName(source, "../http/reply.ts"), 0);
    assert.equal(byName(source, "../../../ledger/src/index.ts"), 1);
    assert.equal(byName(source, "../../test/sample.ts"), 1);
    assert.equal(byName("packages/bank/test/a.test.ts", "../../testkit/src/bank/a-bank.ts"), 1);
    assert.equal(byName("packages/bank/test/a.test.ts", "../../../test/guide.ts"), 1);
    assert.equal(byName("test/journeys/a.test.ts", "../guide.ts"), 0);
    assert.equal(byName("test/journeys/a.test.ts", "../../packages/bank/src/index.ts"), 1);
  });
});

describe("folders", () => {
  const file = (path: string, ...specifiers: readonly string[]) =>
    sourceFile(
      `packages/bank/src/${path}`,
      specifiers.map((specifier) => `import type { A } from "${specifier}";`).join("\n"),
    );
  const found = (...files: readonly ReturnType<typeof file>[]) =>
    foldersHaveNoCycles(files).map(({ path, line }) => `${posix.basename(path)}:${line}`);

  test("finds folders that import each other, imports of types included", () => {
    const pay = file("payments/pay.ts", "../ids.ts", "../sca/start.ts");
    assert.deepEqual(found(pay, file("sca/start.ts", "../sca/sca.ts")), []);
    assert.deepEqual(found(pay, file("sca/start.ts", "../payments/payment.ts")), [
      "pay.ts:2",
      "start.ts:1",
    ]);
  });

  test("prints a cycle over several folders in order", () => {
    const [finding] = foldersHaveNoCycles([
      file("a/a.ts", "../b/b.ts"),
      file("b/b.ts", "../c/c.ts"),
      file("c/c.ts", "../a/x.ts"),
    ]);
    assert.match(finding?.rule ?? "", /bank\/a → bank\/b → bank\/c → bank\/a/);
  });

  test("treats a folder and its parent as two", () => {
    const parent = file("payments/payment.ts", "./create/draft.ts");
    assert.deepEqual(found(parent, file("payments/create/draft.ts", "../route.ts")).length, 2);
  });

  test("treats a file in the root and an index.ts each as a node of its own", () => {
    const create = file("create-bank.ts", "./payments/pay.ts");
    const pay = file("payments/pay.ts", "../bank.ts");
    const index = file("payments/index.ts", "./view/view.ts", "./pay.ts");
    assert.deepEqual(found(create, pay, index, file("payments/view/view.ts", "../pay.ts")), []);
    assert.equal(found(create, file("payments/pay.ts", "../create-bank.ts")).length, 2);
  });
});

describe("places", () => {
  const file = (path: string, text: string) => sourceFile(`packages/bank/src/${path}`, text);
  const imports = (specifier: string) => `import "${specifier}";`;

  test("finds files that import each other, imports of types included", () => {
    const pay = file("payments/pay.ts", imports("./payment.ts"));
    assert.equal(filesHaveNoCycles([pay, file("payments/payment.ts", "")]).length, 0);
    const back = file("payments/payment.ts", 'import type { Pay } from "./pay.ts";');
    assert.equal(filesHaveNoCycles([pay, back]).length, 2);
  });

  test("finds a short file that only its neighbour uses", () => {
    const short = file("payments/format-name.ts", "export const formatName = 1;");
    const user = file("payments/pay.ts", imports("./format-name.ts"));
    assert.equal(filesEarnTheirPlace([short, user]).length, 1);
    const another = file("payments/cancel.ts", imports("./format-name.ts"));
    assert.equal(filesEarnTheirPlace([short, user, another]).length, 0);
    const aTest = sourceFile("packages/bank/test/a.test.ts", imports("../src/payments/pay.ts"));
    assert.equal(filesEarnTheirPlace([short, user, aTest]).length, 1);
    const ownTest = sourceFile(
      "packages/bank/test/b.test.ts",
      imports("../src/payments/format-name.ts"),
    );
    assert.equal(filesEarnTheirPlace([short, user, ownTest]).length, 0);
    const elsewhere = file("http/pay.ts", imports("../payments/format-name.ts"));
    assert.equal(filesEarnTheirPlace([short, elsewhere]).length, 0);
    const long = file("payments/format-name.ts", "//\n".repeat(41));
    assert.equal(filesEarnTheirPlace([long, user]).length, 0);
  });

  test("lets checks, rules and what an index exports be short", () => {
    const check = file("pipeline/checks/check-date.ts", "");
    const user = file("pipeline/checks/all.ts", imports("./check-date.ts"));
    assert.equal(filesEarnTheirPlace([check, user]).length, 0);
    const shown = file("payments/format-name.ts", "");
    assert.equal(
      filesEarnTheirPlace([shown, file("payments/index.ts", imports("./format-name.ts"))]).length,
      0,
    );
  });

  test("finds a folder with two files, unless it has folders", () => {
    const two = ["packages/bank/src/a/b.ts", "packages/bank/src/a/c.ts"];
    assert.equal(foldersHaveSeveralFiles(two).length, 1);
    assert.equal(foldersHaveSeveralFiles([...two, "packages/bank/src/a/d.ts"]).length, 0);
    const within = ["e", "f", "g"].map((name) => `packages/bank/src/a/in/${name}.ts`);
    assert.equal(foldersHaveSeveralFiles([...two, ...within]).length, 0);
  });
});

describe("folders of bank", () => {
  test("allows fastify in http and the composition root only", () => {
    const count = (path: string) =>
      fastifyStaysInHttp(sourceFile(path, 'import type { A } from "fastify";')).length;
    assert.equal(count(source), 1);
    assert.equal(count("packages/bank/src/http/server.ts"), 0);
    assert.equal(count("packages/bank/src/payments/routes.ts"), 1);
    assert.equal(count("packages/bank/src/create-bank.ts"), 0);
  });

  test("finds a rule that awaits, reads the clock, uses random numbers or a store", () => {
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

  test("finds the clock of a process where processes share the result", () => {
    const text = [
      "const now = bank.clock.machineNow();",
      "const until = Date.now() + leaseMs;",
      "const day = new Date().toISOString();",
      "const parsed = new Date(at).getTime() + Date.parse(text) + storage.now();",
    ].join("\n");
    const found = (path: string) => lines(sharedTimeIsTheDatabases(sourceFile(path, text)));
    for (const path of [
      "packages/bank/src/payments/execute/outbox-store.ts",
      "packages/bank/src/operations/jobs/job-lease.ts",
      "packages/storage/src/postgres/row-changes.ts",
      "packages/ledger/src/check-books.ts",
      "packages/sandbox/src/worlds/make-room.ts",
    ]) {
      assert.deepEqual(found(path), [1, 2, 3], path);
    }
    assert.deepEqual(found("packages/bank/src/operations/log.ts"), []);
    assert.deepEqual(found("packages/bank/test/operations/jobs/job-lease.test.ts"), []);
  });

  test("finds an import of a resource in sca", () => {
    const text =
      'import "../payments/view/a.ts";\nimport "../accounts/cards/a.ts";\nimport "../ids.ts";';
    const sca = sourceFile("packages/bank/src/sca/complete-sca-for-psu.ts", text);
    assert.deepEqual(lines(scaImportsNoResource(sca)), [1, 2]);
  });
});

describe("manifests", () => {
  const manifest = { name: "a", dependencies: { b: "^1.0.0", c: "1.0.0", "@varde/d": "0.1.0" } };
  const text = '{\n"b": "^1.0.0",\n"c": "1.0.0" }';

  test("finds a version range", () => {
    assert.deepEqual(lines(versionsAreExact("package.json", text, manifest)), [2]);
  });

  test("finds a dependency that no decision explains", () => {
    const findings = dependenciesAreExplained("package.json", text, manifest, "`b` does it");
    assert.deepEqual(lines(findings), [3]);
  });
});

test("finds paths of a developer's machine and addresses of registries", () => {
  const home = ["", "home", "kari", "varde"].join("/");
  const registry = ["https://registry", "npmjs", "org/a"].join(".");
  const text = `see ${home}\n${registry}\nGET /v1/work/homes/`;
  assert.deepEqual(lines(nothingIsMachineSpecific("README.md", text)), [1, 2]);
});

test("finds public members without documentation, default or unit", () => {
  const index = sourceFile("packages/a/src/index.ts", 'export { type B, c } from "./b.ts";');
  const text = `/** Options. */
export interface B<T extends { x: string } = { x: "" }> {
  /** A name. */
  readonly name: string;
  readonly bare: () => { inner: number };
  /** The size. */
  size?: number;
  /**
   * The pause in milliseconds.
   *
   * @defaultValue 5
   */
  pauseMs?: number;
  undocumented(given: { a: number }): void;
}
export const c = 1;
export interface Hidden { bare: string }`;
  const file = sourceFile("packages/a/src/b.ts", text);
  assert.deepEqual(
    publicMembersAreDocumented(index, [file]).map(({ line, rule }) => [line, rule]),
    [
      [5, "B.bare is public and has no doc comment"],
      [7, "the default of B.size is not documented"],
      [7, "the unit of B.size is not documented"],
      [14, "B.undocumented is public and has no doc comment"],
      [16, "c is public and has no doc comment"],
    ],
  );
});
