import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ServerFolder } from "@varde/testkit/server";
import { loadServerSettings } from "../src/index.ts";
import type { WorkerOrder, WorkerReport } from "../src/workers/worker-messages.ts";

const entry = fileURLToPath(new URL("../src/workers/worker-process.ts", import.meta.url));

/** Starts a worker with settings, and returns its first report, and later its exit code. */
const startWorker = async (settings: Readonly<Record<string, unknown>>) => {
  using folder = new ServerFolder();
  const { values } = loadServerSettings(folder.configure(settings), {});
  const worker = fork(entry, { execArgv: ["--conditions=varde-source"], stdio: "ignore" });
  const exited = once(worker, "exit");
  const send = (order: WorkerOrder) => worker.send(order);
  send({ kind: "serve", settings: values });
  const [report] = (await once(worker, "message")) as [WorkerReport];
  if (report.kind === "listening") send({ kind: "stop" });
  const [code] = (await exited) as [number | null];
  return { report, code };
};

describe("a worker", () => {
  test("that cannot start says why and ends with code 1, as a failure", async () => {
    const { report, code } = await startWorker({ tppRegister: "no-such-file.json" });
    assert.equal(report.kind, "refused");
    assert.match(report.kind === "refused" ? report.message : "", /no-such-file\.json/);
    assert.equal(code, 1);
  });

  test("that is ordered to stop ends with code 0", async () => {
    const { report, code } = await startWorker({});
    assert.deepEqual([report.kind, code], ["listening", 0]);
  });
});
