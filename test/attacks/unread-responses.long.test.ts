import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { aBank } from "@varde/testkit/bank";
import { freePort, type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { fetchMetrics, sumSeries } from "../monitoring/fetch-metrics.ts";
import { connectTo, formatEmpty, listRoutes, type Route } from "./pipelines.ts";

const connections = 40;
const requests = 600;
const memoryMbMax = 64;
/** The slice asks for the documents that are largest, and for the metrics. */
const routesMax = atScale({ slice: 3, long: Number.POSITIVE_INFINITY });
const live: Route = { method: "GET", path: "/health/live" };

const listed = await (async () => {
  await using bank = await aBank();
  return listRoutes(bank).filter(({ method }) => method === "GET");
})();

describe("clients that do not read the responses to requests sent ahead", () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-unread-"));
  const addresses: { plain: string; tls: string } = { plain: "", tls: "" };
  let sandbox: SandboxProcess;
  let routes: readonly Route[] = [];

  before(async () => {
    const tlsPort = await freePort();
    sandbox = spawnSandbox({ VARDE_DATA: folder, HTTPS_PORT: String(tlsPort) });
    addresses.plain = await sandbox.ready;
    addresses.tls = `https://127.0.0.1:${tlsPort}`;
    // Asked for once, so that what is made once does not count as memory of the attack.
    const sized = [];
    for (const route of listed) {
      const response = await fetch(addresses.plain + route.path, { redirect: "manual" });
      sized.push({ route, bytes: (await response.arrayBuffer()).byteLength });
    }
    routes = sized
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, routesMax)
      .map(({ route }) => route);
  });
  after(async () => {
    await sandbox.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const residentMb = (): number => {
    const status = readFileSync(`/proc/${sandbox.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  };
  const countUnread = async (): Promise<number> =>
    sumSeries(await fetchMetrics(addresses.plain), "varde_connections_unread_closed_total");

  const flood = async (address: string, route: Route): Promise<readonly Socket[]> => {
    const sockets: Socket[] = [];
    for (let count = 0; count < connections; count += 1) {
      const socket = await connectTo(address);
      socket.pause();
      socket.write(formatEmpty(route).repeat(requests));
      sockets.push(socket);
    }
    return sockets;
  };

  const isServed = async (): Promise<void> => {
    const response = await fetch(addresses.plain + live.path, {
      signal: AbortSignal.timeout(10_000),
    });
    assert.equal(response.status, 200);
  };

  for (const transport of ["plain", "tls"] as const) {
    test(`LIM-33: memory is bounded and others are served, ${transport}`, async (context) => {
      // The heap has its working size after a first flood.
      for (const socket of await flood(addresses[transport], live)) socket.destroy();
      for (const route of routes) {
        const beforeMb = residentMb();
        let mostMb = beforeMb;
        const sockets = await flood(addresses[transport], route);
        for (let checks = 0; checks < 20; checks += 1) {
          await isServed();
          mostMb = Math.max(mostMb, residentMb());
          await sleep(20);
        }
        for (const socket of sockets) socket.destroy();
        const grownMb = mostMb - beforeMb;
        context.diagnostic(`${route.path}: ${grownMb.toFixed(0)} MB`);
        assert.ok(grownMb <= memoryMbMax, `${route.path}: ${grownMb} MB`);
      }
    });
  }

  test("LIM-33: closes clients that read nothing and send bytes, in 12 to 16 s", async () => {
    const [largest] = routes;
    assert.ok(largest !== undefined);
    const known = await countUnread();
    const sockets = await flood(addresses.plain, largest);
    const startedAt = performance.now();
    while ((await countUnread()) - known < connections) {
      assert.ok(performance.now() - startedAt < 40_000, "they were not closed");
      for (const socket of sockets) socket.write("G");
      await sleep(500);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    assert.ok(seconds > 12, `${seconds} s`);
    for (const socket of sockets) socket.destroy();
  });
});
