import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

const openLogUrl = new URL("../src/open-log.ts", import.meta.url).href;

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
});
