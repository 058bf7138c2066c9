import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { FileReport } from "./messages.ts";
import { Summary } from "./summary.ts";
import { TestRun } from "./test-run.ts";

const folder = mkdtempSync(join(tmpdir(), "varde-test-run-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const pidPath = join(folder, "pid");

const sources = {
  passes: 'test("passes", () => {}); test("is skipped", { skip: "why" }, () => {});',
  fails: 'test("passes", () => {}); test("fails", () => { throw new Error("as it must"); });',
  "does-not-load": 'import "./nothing.ts";',
  forgets: `test("forgets an error", async () => {
    void Promise.reject(new Error("nobody caught it"));
    await new Promise(() => {});
  });`,
  exits: 'test("exits", () => process.exit(0));',
  waits: `test("waits forever", async () => {
    createServer().listen(0);
    const program = ["-e", "setInterval(() => {}, 1000)"];
    const child = spawn(process.execPath, program, { detached: true });
    writeFileSync(${JSON.stringify(pidPath)}, String(child.pid));
    await new Promise(() => {});
  });`,
  blocks: 'test("blocks", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));',
  "stays-open": 'test("leaves a server open", () => { createServer().listen(0); });',
  "skips-all": 'describe("a suite", { skip: "no lift" }, () => { test("never", () => {}); });',
  "has-none": 'describe("a suite", () => { for (const one of []) test(one, () => {}); });',
  measures: 'test("measures", (t) => t.diagnostic("17 ms"));',
  hooks: `let isOpen = false;
    before(() => { isOpen = true; });
    test("runs after the file's own hook", () => { if (!isOpen) throw new Error("not open"); });`,
} as const;
type Name = keyof typeof sources;

const imports = `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { before, describe, test } from "node:test";
`;
for (const [name, source] of Object.entries(sources)) {
  writeFileSync(join(folder, `${name}.ts`), imports + source);
}

async function runFiles(names: readonly Name[], options: { readonly isShared: boolean }) {
  const results = new Map<string, FileReport>();
  const run = new TestRun(
    names.map((name) => join(folder, `${name}.ts`)),
    {
      lanes: 3,
      options: [],
      env: process.env,
      limitMs: 10_000,
      graceMs: 3_000,
      processKind: () => (options.isShared ? "shared" : "own"),
      report: (file, result) => results.set(basename(file, ".ts"), result),
    },
  );
  await run.run();
  return (name: Name) => {
    const report = results.get(name) as FileReport;
    const { tests, pass, fail, skipped } = report.counts;
    return { ...report, totals: [tests, pass, fail, skipped], failures: report.failures.join() };
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process is listed until its parent, or the system, has taken notice.
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}

for (const isShared of [true, false]) {
  describe(isShared ? "in a shared process" : "in processes of their own", () => {
    test("a file that hangs is named and ended with its children, and the rest runs", async () => {
      const resultOf = await runFiles(["waits", "blocks", "fails", "passes"], { isShared });
      assert.match(resultOf("waits").failures, /took over 10 s, in "waits forever"/);
      assert.match(resultOf("blocks").failures, /took over 10 s/);
      assert.deepEqual(resultOf("waits").totals, [1, 0, 1, 0]);
      assert.deepEqual(resultOf("passes").totals, [2, 1, 0, 1]);
      assert.deepEqual(resultOf("fails").totals, [2, 1, 1, 0]);
      assert.match(resultOf("fails").failures, /not ok: fails .*as it must/s);
      assert.equal(isRunning(Number(readFileSync(pidPath, "utf8"))), false);
    });

    test("a file that ends its process or does not load fails, and the rest runs", async () => {
      const resultOf = await runFiles(["exits", "forgets", "does-not-load", "hooks"], { isShared });
      assert.match(resultOf("forgets").failures, /ended with exit code 1, in "forgets an error"/);
      assert.match(resultOf("exits").failures, /ended with exit code 0/);
      assert.match(resultOf("does-not-load").failures, /ERR_MODULE_NOT_FOUND/);
      assert.deepEqual(resultOf("does-not-load").totals, [1, 0, 1, 0]);
      assert.deepEqual(resultOf("hooks").totals, [1, 1, 0, 0]);
    });

    test("reports why tests and suites were skipped, and what tests measured", async () => {
      const resultOf = await runFiles(["passes", "skips-all", "measures"], { isShared });
      assert.deepEqual(resultOf("passes").skips, ["why"]);
      assert.deepEqual(resultOf("skips-all").skips, ["no lift"]);
      assert.deepEqual(resultOf("measures").figures, ["17 ms"]);
      const summary = new Summary();
      for (const name of ["passes", "skips-all", "measures"] as const) {
        summary.add(name, { ...resultOf(name), failures: [] });
      }
      assert.match(summary.format(), /^skipped 1: why\nskipped 1: no lift$/m);
    });

    test("a file without a test fails, unless its tests are skipped with a reason", async () => {
      const resultOf = await runFiles(["has-none", "skips-all"], { isShared });
      assert.match(resultOf("has-none").failures, /the file has no test/);
      assert.equal(resultOf("skips-all").failures, "");
    });

    test("a file that leaves a server open fails, and those beside it do not", async () => {
      const resultOf = await runFiles(["passes", "stays-open", "hooks"], { isShared });
      assert.match(resultOf("stays-open").failures, /left a server, timer or process open/);
      assert.deepEqual(resultOf("stays-open").totals, [2, 1, 1, 0]);
      assert.deepEqual(resultOf("passes").totals, [2, 1, 0, 1]);
      assert.deepEqual(resultOf("hooks").totals, [1, 1, 0, 0]);
    });
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`a run that ${signal} interrupts says so in its last line, and fails`, async () => {
    const places = ["passes.ts", "waits.ts"].map((name) => join(folder, name));
    const program = fileURLToPath(new URL("../run-tests.ts", import.meta.url));
    const run = spawn(process.execPath, ["--conditions=varde-source", program, ...places], {
      env: { ...process.env, DATABASE_URL: process.env.DATABASE_URL ?? "postgres://none" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    run.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (/^ok /m.test(text) && !/^ok /m.test(output)) run.kill(signal);
      output += text;
    });
    const [code] = await once(run, "close");
    assert.equal(code, 1);
    assert.match(output, new RegExp(`\ninterrupted by ${signal}: 1 of 2 files ran\n$`));
  });
}
