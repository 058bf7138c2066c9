import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ndct } from "@varde/testkit/payments";
import { type SandboxProcess, spawnSandbox, unhinderedMs } from "@varde/testkit/processes";

const closedMsMax = 20_000;
const idleSockets = 10_000;
const perWave = 200;

// Together, because what takes the time is the bank's patience.
describe("A16: clients that take their time", { concurrency: true }, () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-slow-"));
  let sandbox: SandboxProcess;
  let url: URL;
  before(async () => {
    sandbox = spawnSandbox({ VARDE_DATA: folder });
    url = new URL(await sandbox.ready);
  });
  after(async () => {
    await sandbox.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (): Socket => connect({ host: url.hostname, port: Number(url.port) });

  /** How long the bank puts up with it, from the connection to its end. */
  const endurance = (socket: Socket): Promise<number> =>
    new Promise((resolve, reject) => {
      let connectedAt = Number.NaN;
      let fault: NodeJS.ErrnoException | undefined;
      socket.once("connect", () => {
        connectedAt = unhinderedMs();
      });
      // A byte that is sent as the bank hangs up is answered with a reset.
      socket.on("error", (error) => {
        fault = error;
      });
      socket.once("close", () =>
        Number.isNaN(connectedAt) ? reject(fault) : resolve(unhinderedMs() - connectedAt),
      );
      socket.resume();
    });

  /** Sends a beginning and then, each second, a little more of what never ends. */
  const drip = async (beginning: string, more: string): Promise<number> => {
    const socket = start();
    socket.write(beginning);
    const timer = setInterval(() => socket.write(more), 1_000);
    return endurance(socket).finally(() => clearInterval(timer));
  };

  const post = `POST ${ndct} HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\n`;

  test("A16: headers that never end are cut off within 20 seconds", async () => {
    assert.ok((await drip(post, "X-More: 1\r\n")) < closedMsMax);
  });

  test("A16: a body that never ends is cut off within 20 seconds", async () => {
    assert.ok((await drip(`${post}Content-Length: 1000\r\n\r\n`, " ")) < closedMsMax);
  });

  test("A16: sockets that say nothing are closed within 20 seconds, others served", async (t) => {
    const idle: Promise<number>[] = [];
    while (idle.length < idleSockets) {
      // What the system refuses, or this process may not open, is not the bank's to close.
      const wave = Array.from({ length: perWave }, () => endurance(start()).catch(() => 0));
      idle.push(...wave);
      // Served after those before it in the queue, which has room for some hundreds only.
      assert.equal((await fetch(new URL("/health/ready", url))).status, 200);
    }
    const times = await Promise.all(idle);
    t.diagnostic(`${times.filter((ms) => ms > 0).length} sockets were open`);
    assert.ok(Math.max(...times) < closedMsMax);
  });
});
