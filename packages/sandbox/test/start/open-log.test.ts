import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openLog } from "../../src/start/open-log.ts";

const openLogUrl = new URL("../../src/start/open-log.ts", import.meta.url).href;

describe("the log file", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "varde-log-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const endings = {
    "by itself": "",
    "by process.exit": "process.exit(1);",
    "by an error nobody catches": 'throw new Error("lost");',
    "in the middle of much to write":
      "for (;;) if (count++ < 5000) log.write(line); else process.exit();",
  };
  for (const [title, ending] of Object.entries(endings)) {
    test(`has every line of a process that ends ${title}`, () => {
      const path = mkdtempSync(join(folder, "run-"));
      const source = `
        import { openLog } from ${JSON.stringify(openLogUrl)};
        const log = openLog("file", ${JSON.stringify(path)});
        const line = "a line\\n";
        let count = 10;
        for (let at = 0; at < count; at += 1) log.write(line);
        ${ending}`;
      const flags = ["--conditions=varde-source", "--input-type=module", "--eval", source];
      spawnSync(process.execPath, flags, { stdio: "ignore" });
      const written = readFileSync(join(path, "varde.log"), "utf8").split("\n").length - 1;
      assert.equal(written, ending.includes("5000") ? 5_000 : 10);
    });
  }

  test("starts a new file when the old one is full, and keeps four older ones", async () => {
    const path = mkdtempSync(join(folder, "full-"));
    const log = openLog("file", path, 1_000);
    for (let line = 0; line < 100; line += 1) {
      log.write(`${line} ${"x".repeat(500)}\n`);
      log.flush();
    }
    const files = readdirSync(path).toSorted();
    assert.deepEqual(files, ["varde.log", ...[1, 2, 3, 4].map((age) => `varde.log.${age}`)]);
    const lines = files.flatMap((file) => readFileSync(join(path, file), "utf8").match(/^\d+/gm));
    const last = lines.map(Number).toSorted((a, b) => a - b);
    assert.deepEqual(
      last,
      Array.from({ length: last.length }, (_, at) => 100 - last.length + at),
    );
    for (const file of files) assert.equal(statSync(join(path, file)).mode & 0o777, 0o600);
  });
});
