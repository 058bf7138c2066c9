import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { TestBank } from "@varde/sandbox";
import { callHeaders } from "@varde/testkit/psu";
import { aTpp, type TestAuthority, tppName } from "@varde/testkit/tpp";

/** The requests of an attacker; each number is a number of requests. */
export interface Flood {
  readonly certificates: number;
  readonly copiedWorlds: number;
  readonly refusedSignatures: number;
  readonly unopenedScas: number;
  readonly eventStreams: number;
  readonly importBytes: number;
}

interface Memory {
  readonly heapMb: number;
  readonly residentMb: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const measureMemory = async (): Promise<Memory> => {
  // A response that was just read is released in a later turn.
  for (let round = 0; round < 5; round += 1) {
    await setTimeout(100);
    collectGarbage();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapMb: Math.round((heapUsed + external) / 1e6), residentMb: Math.round(rss / 1e6) };
};

/** Sends the flood, and returns the memory of this process before it, and after each part. */
export const floodBank = async (
  bank: TestBank,
  authority: TestAuthority,
  flood: Flood,
): Promise<ReadonlyMap<string, Memory>> => {
  const tppAt = (number: number) =>
    aTpp(
      bank,
      authority.issue({ subject: tppName(`TPP ${number}`, String(310_000_000 + number)) }),
    );
  const tpp = tppAt(0);
  const control = `${bank.addresses.http}/control/v1`;
  const world = async (number: number) =>
    (await bank.listWorlds()).find(({ name }) => name === `TPP ${number}`)?.worldId;
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    before: () => inParallel(50, async () => void (await tpp.send(customers))),
    certificates: () =>
      inParallel(flood.certificates, async (number) => {
        const { status } = await tppAt(number + 1).send(customers);
        assert.ok(status === 200 || status === 503, String(status));
      }),
    copiedWorlds: () =>
      inParallel(flood.copiedWorlds, async (number) => {
        assert.equal(await call("GET", `${control}/world?world=${await world(number + 1)}`), 200);
      }),
    refusedSignatures: () =>
      inParallel(flood.refusedSignatures, async () => {
        const { status } = await tpp.send({ ...accounts(), tamper: spoilSignature });
        assert.equal(status, 400);
      }),
    unopenedScas: () =>
      inParallel(flood.unopenedScas, async () => {
        assert.equal((await tpp.send(accounts())).status, 401);
      }),
    eventStreams: () => openStreams(control, flood.eventStreams),
    imports: async () => {
      const path = `${control}/world?world=${await world(0)}`;
      for (const text of hostileWorlds(flood.importBytes)) {
        assert.equal(await call("PUT", path, text), 400);
      }
    },
  };
  const memory = new Map<string, Memory>();
  for (const [name, send] of Object.entries(parts)) {
    await send();
    memory.set(name, await measureMemory());
  }
  return memory;
};

const customers = { path: "/v1/sandbox/customers" };
const accounts = () => ({ path: "/v1/accounts", headers: callHeaders(randomUUID()) });

const spoilSignature = (headers: Record<string, string | string[]>): void => {
  headers.Signature = String(headers.Signature).replace(/signature="...../, 'signature="AAAAA');
};

const inParallel = async (
  count: number,
  send: (number: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const sendNext = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await send(number);
  };
  await Promise.all(Array.from({ length: 8 }, sendNext));
};

/** Calls on a connection of its own, because a flooded process may miss that one was closed. */
const call = async (method: string, url: string, body?: string): Promise<number | undefined> => {
  const headers = { "content-type": "application/json" };
  const sent = request(url, { method, agent: false, headers }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await once(response.resume(), "end");
  return response.statusCode;
};

const openStreams = async (control: string, count: number): Promise<void> => {
  const statuses: (number | undefined)[] = [];
  const open = Array.from({ length: count }, () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stream = get(`${control}/requests/summaries`, { agent: false }, (response) => {
      statuses.push(response.statusCode);
      response.resume();
      resolve();
    });
    stream.on("error", () => resolve());
    return { stream, promise };
  });
  await Promise.all(open.map(({ promise }) => promise));
  for (const { stream } of open) stream.destroy();
  assert.ok(statuses.filter((status) => status === 200).length <= 100);
};

const hostileWorlds = function* (bytes: number): Generator<string> {
  yield `{"format": ${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}}`;
  yield `{"format": "varde-world", ${'"name": 1, '.repeat(bytes / 11)}"version": 1}`;
  const rows = '["x", "y", 1, null],'.repeat(bytes / 20);
  yield `{"tables": {"payment": {"columns": ["a", "b", "c", "d"], "rows": [${rows}[]]}}}`;
};
