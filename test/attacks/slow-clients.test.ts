import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ndct } from "@varde/testkit/payments";
import { type SandboxProcess, spawnSandbox, unhinderedMs } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";

const closedMsMax = 20_000;
const idleSockets = atScale({ slice: 1_000, long: 10_000 });
const perWave = 200;

// Run concurrently, because they mostly wait for the bank's time limits.
describe("A16: slow clients", { concurrency: true }, () => {
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

  /** Returns how long the bank keeps the connection open. */
  const endurance = (socket: Socket): Promise<number> =>
    new Promise((resolve, reject) => {
      let connectedAt = Number.NaN;
      let fault: NodeJS.ErrnoException | undefined;
      socket.once("connect", () => {
        connectedAt = unhinderedMs();
      });
      // A byte sent while the bank closes the connection causes a reset.
      socket.on("error", (error) => {
        fault = error;
      });
      socket.once("close", () =>
        Number.isNaN(connectedAt) ? reject(fault) : resolve(unhinderedMs() - connectedAt),
      );
      socket.resume();
    });

  /** Sends a beginning and then a little more each second, without end. */
  const drip = async (beginning: string, more: string): Promise<number> => {
    const socket = start();
    socket.write(beginning);
    const timer = setInterval(() => socket.write(more), 1_000);
    return endurance(socket).finally(() => clearInterval(timer));
  };

  const post = `POST ${ndct} HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\n`;

  test("A16: cuts off endless headers within 20 seconds", async () => {
    assert.ok((await drip(post, "X-More: 1\r\n")) < closedMsMax);
  });

  test("A16: cuts off an endless body within 20 seconds", async () => {
    assert.ok((await drip(`${post}Content-Length: 1000\r\n\r\n`, " ")) < closedMsMax);
  });

  test("A16: closes silent sockets within 20 seconds and serves others", async (t) => {
    const idle: Promise<number>[] = [];
    while (idle.length < idleSockets) {
      // Sockets that the system refuses to open do not count.
      const wave = Array.from({ length: perWave }, () => endurance(start()).catch(() => 0));
      idle.push(...wave);
      // Waits behind the sockets in the queue, which holds some hundreds only.
      assert.equal((await fetch(new URL("/health/ready", url))).status, 200);
    }
    const times = await Promise.all(idle);
    t.diagnostic(`${times.filter((ms) => ms > 0).length} sockets were open`);
    assert.ok(Math.max(...times) < closedMsMax);
  });

  test("A20: closes half-sent requests so that new connections are accepted", async () => {
    const data = mkdtempSync(join(tmpdir(), "varde-files-"));
    await using crowded = spawnSandbox({ VARDE_DATA: data }, { filesMax: 256 });
    const { hostname: host, port } = new URL(await crowded.ready);
    /** Asks on a new connection. */
    const isReady = (): Promise<boolean> =>
      new Promise((resolve) => {
        get({ host, port, path: "/health/ready", agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode === 200);
        }).once("error", () => resolve(false));
      });
    const held = [
      "",
      "POST / HTTP/1.1\r\nHost: ba",
      `${post}Content-Length: 1000\r\n\r\n{`,
    ].flatMap((text) =>
      Array.from({ length: 100 }, () => {
        const socket = connect({ host, port: Number(port), allowHalfOpen: true });
        socket.on("error", () => undefined).resume();
        socket.write(text);
        return socket;
      }),
    );
    await Promise.all(held.map((socket) => once(socket, "connect")));
    for (let count = 0; count < 20; count += 1) assert.ok(await isReady(), "refused a connection");
    const startedAt = unhinderedMs();
    while (held.some(({ readableEnded, closed }) => !readableEnded && !closed)) {
      assert.ok(unhinderedMs() - startedAt < closedMsMax, "the bank keeps connections");
      await setTimeout(250);
    }
    for (const socket of held) socket.destroy();
    await crowded.stop();
    const log = readFileSync(join(data, "varde.log"), "utf8");
    assert.equal(log.match(/half-sent requests are closed/g)?.length, 1);
    rmSync(data, { recursive: true, force: true });
  });
});
