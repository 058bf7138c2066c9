import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { atScale } from "@varde/testkit/rounds";
import { fileOf, readBlocks } from "../guide.ts";
import { anEmptyProject, type EmptyProject } from "./an-empty-project.ts";

const compilers = { "typescript-7": "7.0.2", "typescript-5.9": "5.9.3" };
/** Values of `module` and `moduleResolution`; a compilation takes up to 20 seconds. */
const resolutions = atScale<readonly (readonly [string, string])[]>({
  slice: [["nodenext", "nodenext"]],
  long: [
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ],
});
/** The oldest Node that the packages support, and one that is too old. */
const nodes = { oldest: "22.18.0", tooOld: "18.20.8" };
const hasNodes = process.platform === "linux";

const extras = [
  ...Object.entries(compilers).map(([name, version]) => `${name}@npm:typescript@${version}`),
  ...Object.entries(nodes).map(([name, version]) => {
    return `node-${name.toLowerCase()}@npm:node-linux-${process.arch}@${version}`;
  }),
  "@types/node@24.19.2",
];
/** The package of browser code, which is bundled and has no types. */
const bundle = "@varde/console";
const libraries = [
  "protocol",
  "storage",
  "ledger",
  "tpp",
  "conformance",
  "bank",
  "eidas",
  "sca-oidc",
  "core-bank-http",
  "sandbox",
  "server",
];

describe("the published packages, installed in an empty project", () => {
  let project: EmptyProject;
  before(async () => {
    project = await anEmptyProject(
      ...extras.filter((name) => hasNodes || !name.includes("node-linux")),
    );
    await writeFile(join(project.folder, "first.test.ts"), readFirstTest());
    await writeFile(
      join(project.folder, "every-package.ts"),
      libraries.map((name, at) => `export * as package${at} from "@varde/${name}";\n`).join(""),
    );
  });
  after(() => project[Symbol.asyncDispose]());
  const nodeOf = (name: string) => join(project.folder, `node_modules/node-${name}/bin/node`);

  test("every tarball contains its licence, README, types and source maps with sources", () => {
    assert.deepEqual(
      project.tarballs.map(({ name }) => name).toSorted(),
      [...libraries.map((name) => `@varde/${name}`), bundle, "varde"].toSorted(),
    );
    for (const { name, files } of project.tarballs) {
      const has = new Set(files);
      const main = name === "varde" ? "main" : "index";
      const expected = ["LICENSE", "README.md", "package.json"];
      if (name === bundle) expected.push("dist/main.js", "dist/style.css");
      else expected.push(`src/${main}.ts`);
      for (const extension of name === bundle ? [] : ["js", "js.map", "d.ts", "d.ts.map"]) {
        expected.push(`dist/${main}.${extension}`);
      }
      assert.deepEqual(
        expected.filter((path) => !has.has(path)),
        [],
        name,
      );
      assert.deepEqual(
        files.filter((path) => /(?:^|\/)test\/|\.test\.|tsconfig/.test(path)),
        [],
        name,
      );
    }
  });

  test("source maps point to installed sources", () => {
    for (const { name, files } of project.tarballs) {
      for (const path of files.filter((each) => each.endsWith(".map"))) {
        const map = join(project.folder, "node_modules", name, path);
        const { sources } = JSON.parse(readFileSync(map, "utf8"));
        for (const source of sources) assert(existsSync(join(dirname(map), source)), map);
      }
    }
  });

  test("types that a package exports import only packages that its manifest lists", () => {
    for (const name of libraries) {
      const installed = join(project.folder, "node_modules/@varde", name);
      const { dependencies = {}, exports } = JSON.parse(
        readFileSync(join(installed, "package.json"), "utf8"),
      );
      const entries = Object.values<{ types: string }>(exports).map(({ types }) =>
        join(installed, types),
      );
      for (const [file, modules] of listImports(entries)) {
        const unlisted = modules.filter((each) => !Object.hasOwn(dependencies, each));
        assert.deepEqual(unlisted, [], file);
      }
    }
  });

  for (const [compiler, version] of Object.entries(compilers)) {
    for (const [module, resolution] of resolutions) {
      test(`compiles strictly on TypeScript ${version} with ${resolution}`, async () => {
        const { code, stdout } = await project.run(
          process.execPath,
          join(project.folder, "node_modules", compiler, "bin/tsc"),
          ...["--noEmit", "--strict", "--target", "es2022"],
          ...["--module", module, "--moduleResolution", resolution, "--types", "node"],
          ...["first.test.ts", "every-package.ts"],
        );
        assert.deepEqual([code, stdout], [0, ""]);
      });
    }
  }

  test("the first test of the guide passes", async () => {
    const { code, stdout } = await project.run(process.execPath, "--test", "first.test.ts");
    assert.equal(code, 0, stdout);
  });

  test("the first test of the guide passes on the oldest Node", { skip: !hasNodes }, async () => {
    const { code, stdout } = await project.run(nodeOf("oldest"), "--test", "first.test.ts");
    assert.equal(code, 0, stdout);
  });

  test("every import fails with one sentence on a Node that is too old", {
    skip: !hasNodes,
  }, async () => {
    for (const name of libraries) {
      const source = `import("@varde/${name}").catch(({ message }) => console.log(message))`;
      const { stdout } = await project.run(nodeOf("tooold"), "--eval", source);
      assert.match(stdout, /^[^\n]* needs? Node 22(\.18)? or later; this is Node 18\.20\.8\.\n$/);
    }
  });

  test("the command fails with one sentence on a Node that is too old", {
    skip: !hasNodes,
  }, async () => {
    const outcome = await project.run(nodeOf("tooold"), "node_modules/varde/bin/varde.js", "start");
    const stderr = "varde needs Node 22.18 or later; this is Node 18.20.8.\n";
    assert.deepEqual(outcome, { code: 1, stdout: "", stderr });
  });

  test("the command runs with npx", async () => {
    const { stdout, stderr } = await project.run("npx", "varde", "--help");
    assert.match(stdout, /npx varde COMMAND/, stderr);
  });

  test("the sandbox serves its console and its reference with their scripts", async () => {
    const source = `
      import { startBank } from "@varde/sandbox";
      const bank = await startBank();
      const { http } = bank.addresses;
      const files = ["/console/main.js", "/console/style.css", "/docs/files/call.js"];
      for (const path of ["/", "/docs", ...files]) {
        console.log((await fetch(http + path)).status);
      }
      await bank.close();`;
    const { stdout } = await project.run(process.execPath, "--input-type=module", "-e", source);
    assert.equal(stdout, "200\n".repeat(5));
  });

  test("no package depends on a Node binary", () => {
    for (const { name } of project.tarballs) {
      const manifest = join(project.folder, "node_modules", name, "package.json");
      const { dependencies = {}, optionalDependencies } = JSON.parse(
        readFileSync(manifest, "utf8"),
      );
      assert.equal(optionalDependencies, undefined);
      assert.deepEqual(
        Object.keys(dependencies).filter((each) => each.startsWith("node-")),
        [],
      );
    }
  });
});

/** Returns the TypeScript test that the testing guide shows. */
function readFirstTest(): string {
  const first = readBlocks("testing-your-tpp.md").find((each) => fileOf(each) === "first.test.ts");
  assert(first !== undefined, "the guide shows a first test in TypeScript");
  return first.code;
}

/** Follows the imports of declaration files, and lists the packages that each of them names. */
function listImports(entries: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const modules = new Map<string, readonly string[]>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (modules.has(file)) continue;
    const found = [...readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)].map(
      ([, module = ""]) => module,
    );
    const isOwn = (module: string) => module.startsWith(".");
    const folder = dirname(file);
    waiting.push(
      ...found.filter(isOwn).map((each) => join(folder, each.replace(/\.[jt]s$/, ".d.ts"))),
    );
    const others = found.filter((each) => !isOwn(each) && !each.startsWith("node:"));
    modules.set(
      file,
      others.map((each) => each.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? each),
    );
  }
  return modules;
}
