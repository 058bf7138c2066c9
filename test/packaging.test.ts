import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const packages = ["protocol", "storage", "ledger", "tpp", "bank", "sandbox", "varde"];

describe("the published packages, installed in an empty folder", () => {
  let folder = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "varde-packed-"));
    await run("npm", ["run", "--silent", "build"], { cwd: root });
    const pack = ["pack", "--workspaces", "--ignore-scripts", "--silent"];
    const { stdout } = await run("npm", [...pack, "--pack-destination", folder], { cwd: root });
    await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
    const files = stdout
      .trim()
      .split("\n")
      .map((name) => `./${name}`);
    assert.equal(files.length, packages.length);
    await run("npm", ["install", "--silent", "--no-audit", "--no-fund", ...files], { cwd: folder });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  test("the command line runs on compiled JavaScript", async () => {
    const { stdout } = await run(join(folder, "node_modules/.bin/varde"), ["--help"]);
    assert.match(stdout, /varde start/);
  });

  test("on a Node that is too old the launcher says in one sentence what it needs", async () => {
    const launcher = join(folder, "node_modules/varde/bin/varde.js");
    const pretend = 'Object.defineProperty(process.versions, "node", { value: "20.1.0" })';
    const old = run(process.execPath, ["-e", `${pretend}; import(${JSON.stringify(launcher)})`]);
    await assert.rejects(old, ({ code, stdout, stderr }: Record<string, unknown>) => {
      assert.deepEqual([code, stdout], [1, ""]);
      assert.equal(stderr, "varde needs Node 24 or later; this is Node 20.1.0.\n");
      return true;
    });
  });

  test("the sandbox serves its reference, with the scripts of the pages", async () => {
    const source = `
      import { startBank } from "@varde/sandbox";
      const bank = await startBank();
      const { http } = bank.addresses;
      for (const path of ["/docs", "/docs/files/reference.js", "/docs/files/call.js"]) {
        console.log((await fetch(http + path)).status);
      }
      await bank.close();`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", source], {
      cwd: folder,
    });
    assert.equal(stdout, "200\n200\n200\n");
  });

  test("the SDK can be imported and its types resolve", async () => {
    const source =
      'import { createTppClient } from "@varde/tpp";\nexport const make = createTppClient;\n';
    await writeFile(join(folder, "tpp.ts"), source);
    const { stdout } = await run(
      process.execPath,
      ["-e", 'import("@varde/tpp").then((sdk) => console.log(typeof sdk.createTppClient))'],
      { cwd: folder },
    );
    assert.equal(stdout.trim(), "function");
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "esnext",
    ];
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    await run(
      join(root, "node_modules/.bin/tsc"),
      [...options, ...types, "--skipLibCheck", "tpp.ts"],
      {
        cwd: folder,
      },
    );
  });

  test("no package carries source, tests or a Node binary", async () => {
    for (const name of packages) {
      const path = name === "varde" ? "varde" : `@varde/${name}`;
      const text = await readFile(join(folder, "node_modules", path, "package.json"), "utf8");
      const { dependencies = {}, optionalDependencies } = JSON.parse(text);
      assert.equal(optionalDependencies, undefined);
      assert.equal(
        Object.keys(dependencies).some((one) => one.startsWith("node-")),
        false,
      );
    }
  });
});
