#!/usr/bin/env node
// Only syntax that every Node since 14 reads, so that an old one gets the sentence below.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Runs the sources of a clone, with the Node that `npm ci` has installed there. */
const runSources = () => {
  const installed = pathOf("../../../node_modules/.bin/node");
  const hasOwnNode = process.platform !== "win32" && existsSync(installed);
  const node = hasOwnNode ? installed : process.execPath;
  const words = [
    "--conditions=varde-source",
    "--disable-warning=ExperimentalWarning",
    pathOf("../src/main.ts"),
    ...process.argv.slice(2),
  ];
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"), ...process.env };
  // The process becomes the other one, so that signals and the exit code need no forwarding.
  if (process.execve !== undefined && process.platform !== "win32") {
    process.execve(node, [node, ...words], env);
  }
  const child = spawn(node, words, { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("close", (code) => process.exit(code === null ? 1 : code));
};

const version = process.versions.node;
const [major, minor] = version.split(".").map(Number);
// An installed package has no tsconfig.json.
if (existsSync(pathOf("../tsconfig.json"))) {
  runSources();
} else if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`varde needs Node 22.18 or later; this is Node ${version}.\n`);
  process.exitCode = 1;
} else {
  await import("../dist/main.js");
}
