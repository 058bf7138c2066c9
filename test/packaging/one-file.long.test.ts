import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@varde/testkit/processes";
import { fileOf, readBlocks } from "../guide.ts";
import { aProjectOfOneFile, type EmptyProject, userEnvironment } from "./an-empty-project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
/** A line of the README, as a reader types it. */
const lineOf = (start: string): string =>
  new RegExp(`^${start} \\./varde-.*?(?=  )`, "m").exec(readme)?.[0] ?? assert.fail(start);

describe("the one file that npm run pack writes, installed as the README says", () => {
  let project: EmptyProject;
  before(async () => {
    project = await aProjectOfOneFile(lineOf("npm install"));
  });
  after(() => project[Symbol.asyncDispose]());
  const oneFile = () =>
    readdirSync(project.folder).find((name) => /^varde-.*tgz$/.test(name)) ?? "";
  const manifest = (name: string) =>
    JSON.parse(readFileSync(join(project.folder, "node_modules", name, "package.json"), "utf8"));

  test("contains all packages, and names the versions of all others", () => {
    const installed = readdirSync(join(project.folder, "node_modules"));
    assert.ok(!installed.includes("@varde"), "nothing of Varde comes from a registry");
    const { dependencies, bundleDependencies, engines } = manifest("varde");
    const packed = project.tarballs.map(({ name }) => name).filter((name) => name !== "varde");
    assert.deepEqual(bundleDependencies.toSorted(), packed.toSorted());
    for (const version of Object.values(dependencies)) assert.match(String(version), /^[0-9.]+$/);
    const [, node = ""] = /needs Node (\S+) or later/.exec(readme) ?? [];
    assert.equal(engines.node, `>=${node}`, "the README says for which Node");
  });

  test("every package can be imported as a path of varde", async () => {
    const paths = Object.keys(manifest("varde").exports).map((path) => `varde${path.slice(1)}`);
    for (const path of ["varde/sandbox", "varde/tpp", "varde/bank", "varde/bank/contracts"]) {
      assert.ok(paths.includes(path), path);
    }
    const source = paths.map((path) => `await import(${JSON.stringify(path)});`).join("\n");
    const { code, stderr } = await project.run(
      process.execPath,
      "--input-type=module",
      "-e",
      source,
    );
    assert.equal(code, 0, stderr);
  });

  test("the first test of the guide compiles and passes with these paths", async () => {
    const blocks = readBlocks("testing-your-tpp.md");
    const first = blocks.find((each) => fileOf(each) === "first.test.ts");
    const code = (first?.code ?? "").replaceAll('"@varde/', '"varde/');
    assert.match(code, /from "varde\/sandbox"/);
    writeFileSync(join(project.folder, "first.test.ts"), code);
    const passed = await project.run(process.execPath, "--test", "first.test.ts");
    assert.equal(passed.code, 0, passed.stdout);
    const compiled = await project.run(
      join(root, "node_modules/.bin/tsc"),
      ...["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"],
      ...["--typeRoots", join(root, "node_modules/@types"), "--types", "node", "first.test.ts"],
    );
    assert.deepEqual([compiled.code, compiled.stdout], [0, ""]);
  });

  test("gives the command", async () => {
    const { stdout, stderr } = await project.run("npx", "varde", "--help");
    assert.match(stdout, /npx varde COMMAND/, stderr);
  });

  test("the README's npx line starts a bank in an empty folder", async () => {
    const folder = join(project.folder, "empty");
    mkdirSync(folder);
    copyFileSync(join(project.folder, oneFile()), join(folder, oneFile()));
    const port = String(await freePort());
    // npx stores what it installed in its cache, which is not removed with the folder otherwise.
    const env = { PORT: port, HTTPS_PORT: "off", npm_config_cache: join(folder, "cache") };
    const bank = spawn("sh", ["-c", lineOf("npx").replace("npx", "npx --yes")], {
      cwd: folder,
      env: { ...userEnvironment(), ...env },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const output: string[] = [];
    bank.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
    const ended = new Promise((resolve) => bank.once("exit", resolve));
    try {
      const isReady = async () => {
        const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(
          () => undefined,
        );
        return response?.status === 200;
      };
      while (!(await isReady())) {
        assert.equal(bank.exitCode, null, output.join(""));
        await sleep(200);
      }
      assert.match(output.join(""), /Varde sandbox/);
    } finally {
      if (bank.pid !== undefined && bank.exitCode === null) process.kill(-bank.pid, "SIGTERM");
      await ended;
    }
  });
});
