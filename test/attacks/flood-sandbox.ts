import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { formatCertificatePem } from "@varde/protocol";
import { openControl } from "@varde/protocol/control-client";
import { type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { callHeaders } from "@varde/testkit/psu";
import { aTpp, TestAuthority, tppName } from "@varde/testkit/tpp";
import { fetchMetrics, sumSeries } from "../monitoring/fetch-metrics.ts";

/** The requests of an attacker: the number of each kind. */
export interface Flood {
  readonly certificates: number;
  readonly copiedWorlds: number;
  readonly refusedSignatures: number;
  readonly unopenedScas: number;
  readonly eventStreams: number;
  readonly importBytes: number;
}

/** Collects garbage at a signal, because an idle process would not do it for a long time. */
const collectAtSignal = "--expose-gc --import=data:text/javascript,process.on(`SIGUSR2`,()=>gc())";

/** Reads the variables with which `npm start` makes the C library return more memory. */
const readMallocVariables = (): Readonly<Record<string, string>> => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const found = [...text.matchAll(/(MALLOC_\w+)=(\d+)/g)];
  assert.equal(found.length, 2);
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value]));
};

/**
 * Floods a sandbox in another process. Checks that what it uses returns to 1.5 times of before.
 * A patient test waits until V8 has returned pages, and checks that what the process has from the
 * system returns to twice of before: the C library does not return everything.
 */
export const checkMemoryAfter = async (
  flood: Flood,
  t: TestContext,
  { isPatient }: { readonly isPatient: boolean },
): Promise<void> => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "varde-flood-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const authority = new TestAuthority();
  const anchor = join(folder, "authority.pem");
  writeFileSync(anchor, formatCertificatePem(authority.certificate.der));
  const sandbox = spawnSandbox({
    VARDE_DATA: join(folder, "data"),
    VARDE_ANCHORS: anchor,
    VARDE_LOG: "none",
    ...readMallocVariables(),
    NODE_OPTIONS: collectAtSignal,
  });
  const address = await stack.use(sandbox).ready;
  const { warmUp, ...parts } = floodParts(address, authority, flood);
  await warmUp();
  const read = isPatient ? readSettled : readCollected;
  const before = await read(sandbox, address);
  t.diagnostic(`before: ${format(before)}`);
  for (const [part, send] of Object.entries(parts)) {
    await send();
    t.diagnostic(`${part}: ${format(await readMemory(address))}`);
  }
  const after = await read(sandbox, address);
  t.diagnostic(`after: ${format(after)}`);
  assert.ok(
    after.usedMb <= 1.5 * before.usedMb,
    `${before.usedMb} MB before, ${after.usedMb} after`,
  );
  if (!isPatient) return;
  assert.ok(after.residentMb <= 2 * before.residentMb, `${after.residentMb} MB resident`);
};

interface Memory {
  readonly usedMb: number;
  readonly residentMb: number;
}

const format = ({ usedMb, residentMb }: Memory): string =>
  `${usedMb} MB in use, ${residentMb} MB resident`;

const readMemory = async (address: string): Promise<Memory> => {
  const metrics = await fetchMetrics(address);
  const readMb = (name: string) => sumSeries(metrics, name) / 1e6;
  const usedMb = readMb("nodejs_heap_size_used_bytes") + readMb("nodejs_external_memory_bytes");
  const residentMb = readMb("process_resident_memory_bytes");
  return { usedMb: Math.round(usedMb), residentMb: Math.round(residentMb) };
};

/** V8 keeps the pages that it has freed for some seconds before it returns them. */
const pagesKeptMs = 12_000;

const collectionsMin = 6;

/** Collects garbage until less of it is found no more. Each reading of the metrics takes turns. */
const readCollected = async ({ pid }: SandboxProcess, address: string): Promise<Memory> => {
  let least = await readMemory(address);
  for (let vain = 0; vain < collectionsMin; ) {
    process.kill(pid ?? assert.fail("not started"), "SIGUSR2");
    const memory = await readMemory(address);
    vain = memory.usedMb < least.usedMb ? 0 : vain + 1;
    if (vain === 0) least = memory;
  }
  return least;
};

/** Collects garbage until nothing more is returned to the system. */
const readSettled = async (sandbox: SandboxProcess, address: string): Promise<Memory> => {
  for (let earlier = await collect(sandbox, address); ; ) {
    await setTimeout(pagesKeptMs);
    const later = await collect(sandbox, address);
    if (later.residentMb >= earlier.residentMb) return later;
    earlier = later;
  }
};

/** Measures after several collections: memory is returned bit by bit. */
const collect = async ({ pid }: SandboxProcess, address: string): Promise<Memory> => {
  for (let round = 0; round < 6; round += 1) {
    process.kill(pid ?? assert.fail("not started"), "SIGUSR2");
    await setTimeout(500);
  }
  return readMemory(address);
};

const floodParts = (address: string, authority: TestAuthority, flood: Flood) => {
  const tppAt = (number: number) => {
    const subject = tppName(`TPP ${number}`, String(310_000_000 + number));
    return aTpp({ addresses: { http: address } }, authority.issue({ subject }));
  };
  const tpp = tppAt(0);
  const control = openControl(address, undefined);
  const worldUrl = (world: string | undefined) => `${address}/control/v1/world?world=${world}`;
  return {
    warmUp: () => inParallel(500, async () => void (await tpp.send(customers))),
    certificates: () =>
      inParallel(flood.certificates, async (number) => {
        const { status } = await tppAt(number + 1).send(customers);
        assert.ok(status === 200 || status === 503, String(status));
      }),
    copiedWorlds: async () => {
      const { worlds } = await control.get("/worlds");
      await inParallel(flood.copiedWorlds, async (number) => {
        assert.equal(await call("GET", worldUrl(worlds[number]?.worldId)), 200);
      });
    },
    refusedSignatures: () =>
      inParallel(flood.refusedSignatures, async () => {
        const { status } = await tpp.send({ ...accounts(), tamper: spoilSignature });
        assert.equal(status, 400);
      }),
    unopenedScas: () =>
      inParallel(flood.unopenedScas, async () => {
        assert.equal((await tpp.send(accounts())).status, 401);
      }),
    eventStreams: () => openStreams(`${address}/control/v1/requests/summaries`, flood.eventStreams),
    imports: async () => {
      const { worlds } = await control.get("/worlds");
      for (const text of hostileWorlds(flood.importBytes)) {
        assert.equal(await call("PUT", worldUrl(worlds[0]?.worldId), text), 400);
      }
    },
  };
};

const customers = { path: "/v1/sandbox/customers" };
const accounts = () => ({ path: "/v1/accounts", headers: callHeaders(randomUUID()) });

const spoilSignature = (headers: Record<string, string | string[]>): void => {
  headers.Signature = String(headers.Signature).replace(/signature="...../, 'signature="AAAAA');
};

const inParallel = async (count: number, send: (number: number) => Promise<void>) => {
  let next = 0;
  const sendNext = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await send(number);
  };
  await Promise.all(Array.from({ length: 8 }, sendNext));
};

/** Calls on a connection of its own, because a busy process may miss that another was closed. */
const call = async (method: string, url: string, body?: string): Promise<number | undefined> => {
  const headers = { "content-type": "application/json" };
  const sent = request(url, { method, agent: false, headers }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await once(response.resume(), "end");
  return response.statusCode;
};

const openStreams = async (url: string, count: number): Promise<void> => {
  const streams = await Promise.all(
    Array.from({ length: count }, async () => {
      const stream = get(url, { agent: false });
      const [response] = (await once(stream, "response")) as [IncomingMessage];
      stream.on("error", () => undefined);
      response.on("error", () => undefined).resume();
      return { stream, status: response.statusCode };
    }),
  );
  assert.equal(streams.filter(({ status }) => status === 200).length, Math.min(count, 100));
  for (const { stream } of streams) stream.destroy();
};

const hostileWorlds = function* (bytes: number): Generator<string> {
  yield `{"format": ${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}}`;
  yield `{"format": "varde-world", ${'"name": 1, '.repeat(bytes / 11)}"version": 1}`;
  const rows = '["x", "y", 1, null],'.repeat(bytes / 20);
  yield `{"tables": {"payment": {"columns": ["a", "b", "c", "d"], "rows": [${rows}[]]}}}`;
};
