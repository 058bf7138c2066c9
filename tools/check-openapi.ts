import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./source/list-files.ts";

// Checks the OpenAPI documents with two linters, and compiles the clients that two generators make
// of them. The programs have a lock file of their own, so that nothing else depends on them.
const programs = join(root, "tools/openapi");
const output = mkdtempSync(join(tmpdir(), "varde-openapi-"));

function run(program: string, ...words: readonly string[]): void {
  console.log(`${program} ${words.join(" ")}`);
  const { status } = spawnSync(program, words, { cwd: programs, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
};

try {
  // A package among them would report the installation to its makers.
  if (!existsSync(join(programs, "node_modules"))) run("npm", "ci", "--ignore-scripts");
  for (const name of ["openapi", "control-openapi", "core-bank-openapi", "own-channel-openapi"]) {
    const document = join(root, `docs/reference/${name}.json`);
    run("npx", "spectral", "lint", "--fail-severity=hint", "--ruleset=spectral.yaml", document);
    run("npx", "redocly", "lint", "--max-problems=1000", "--config=redocly.yaml", document);
    run("npx", "openapi-typescript", document, "--output", join(output, name, "types.ts"));
    run("npx", "openapi-ts", "--input", document, "--output", join(output, name, "client"));
  }
  writeFileSync(join(output, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  run("npx", "tsc", "--project", output);
  console.log("The linters have no warning, and all generated clients compile.");
} finally {
  rmSync(output, { recursive: true });
}
