import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { freePort } from "@varde/testkit/processes";
import { userEnvironment } from "./an-empty-project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [, install = "", start = ""] =
  /`(npm ci --omit=dev) && (npm start)`/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];

describe("a clone installed without development dependencies, as the README says", () => {
  let clone = "";
  before(() => {
    clone = mkdtempSync(join(tmpdir(), "varde-clone-"));
    const list = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
    for (const file of list.split("\0").filter(Boolean)) {
      cpSync(join(root, file), join(clone, file), { recursive: true });
    }
    execFileSync("sh", ["-c", `${install} --no-audit --no-fund`], {
      cwd: clone,
      env: userEnvironment(),
    });
  });
  after(() => rmSync(clone, { recursive: true, force: true }));

  test("starts a bank with its console and its documentation", async (context) => {
    const port = await freePort();
    const bank = spawn("sh", ["-c", `exec ${start}`], {
      cwd: clone,
      env: {
        ...userEnvironment(),
        PORT: String(port),
        HTTPS_PORT: "off",
        VARDE_DATA: join(clone, "data"),
      },
    });
    const ended = new Promise((resolve) => bank.once("close", resolve));
    context.after(async () => {
      bank.kill("SIGTERM");
      await ended;
    });
    for await (const text of bank.stdout.setEncoding("utf8")) {
      if (String(text).includes("/docs")) break;
    }
    for (const path of ["/", "/console/main.js", "/console/style.css", "/docs"]) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      assert.equal(response.status, 200, `${path}: ${await response.text()}`);
    }
  });
});
