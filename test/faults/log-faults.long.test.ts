import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { fetchMetrics, sumSeries } from "../monitoring/fetch-metrics.ts";

/** Each is logged. The slice fills a pipe, and the long test the memory of the log writer. */
const requests = atScale({ slice: 1_000, long: 60_000 });
const clients = 20;
const root = new URL("../../", import.meta.url).pathname;

/** Opens what a log goes to, in a folder; returns the descriptor and what happens to it later. */
const faults: Readonly<Record<string, (folder: string) => readonly [number, fail?: () => void]>> = {
  "a full disk": () => [openSync("/dev/full", "w")],
  "a reader that stopped": (folder) => {
    const [writer] = openPipe(folder);
    return [writer];
  },
  "a closed pipe": (folder) => {
    const [writer, reader] = openPipe(folder);
    return [writer, () => closeSync(reader)];
  },
};

const openPipe = (folder: string): readonly [writer: number, reader: number] => {
  const path = join(folder, "pipe");
  spawnSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return [openSync(path, constants.O_WRONLY), reader];
};

describe("a bank whose log cannot be written", () => {
  for (const [title, prepare] of Object.entries(faults)) {
    test(`${title} changes nothing for callers`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "varde-log-fault-"));
      const [stdout, fail] = prepare(folder);
      const port = await freePort();
      const address = `http://127.0.0.1:${port}`;
      const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
      const settings = { VARDE_DATA: folder, VARDE_LOG: "stdout", HTTPS_PORT: "off" };
      const bank = spawn(
        process.execPath,
        ["--conditions=varde-source", "packages/varde/src/main.ts", "start"],
        {
          cwd: root,
          env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), ...settings },
          stdio: ["ignore", stdout, "ignore"],
        },
      );
      try {
        const isLive = () => fetch(`${address}/health/live`).then(({ ok }) => ok);
        while (!(await isLive().catch(() => false))) {
          assert.equal(bank.exitCode, null, "the bank has ended");
          await sleep(100);
        }
        fail?.();
        const ask = async () => {
          for (let count = 0; count < requests / clients; count += 1) {
            const response = await fetch(`${address}/v1/accounts`);
            assert.equal(response.status, 400, await response.text());
          }
        };
        await Promise.all(Array.from({ length: clients }, ask));
        const lost = sumSeries(await fetchMetrics(address), "varde_log_lines_lost_total");
        assert.equal(lost > 0, requests > 20_000, `${lost} lines were lost`);
        bank.kill("SIGTERM");
        const [code] = await once(bank, "exit");
        assert.equal(code, 0);
      } finally {
        bank.kill("SIGKILL");
        closeSync(stdout);
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
