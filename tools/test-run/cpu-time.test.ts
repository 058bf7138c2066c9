import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { readCpuTime } from "./cpu-time.ts";

const publishes = process.platform === "linux";

/** Computes for a fifth of a second, says so, and stays. */
const computing = `
  while (process.cpuUsage().user + process.cpuUsage().system < 200_000);
  process.stdout.write("done");
  process.stdin.on("end", () => process.exit()).resume();`;
const starting = `
  const { spawn } = require("node:child_process");
  spawn(process.execPath, ["-e", ${JSON.stringify(computing)}], { stdio: "inherit" });`;

for (const [title, program, counted] of [
  ["a child counts while it runs and afterwards", computing, "waitedForMs"],
  ["a child of a child counts apart while it runs", starting, "furtherMs"],
] as const) {
  test(title, { skip: publishes ? false : "the system does not publish it" }, async () => {
    const before = readCpuTime();
    const child = spawn(process.execPath, ["-e", program], { stdio: ["pipe", "pipe", "inherit"] });
    await once(child.stdout, "data");
    const running = readCpuTime();
    child.stdin.end();
    await once(child, "close");
    // The kernel counts in hundredths of a second.
    assert.ok(running[counted] - before[counted] >= 180);
    assert.ok(readCpuTime().waitedForMs - before.waitedForMs >= 180);
  });
}
