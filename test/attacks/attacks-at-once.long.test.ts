import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { type PemIdentity, RawTpp } from "@varde/testkit/tpp";

const seconds = atScale({ slice: 15, long: 600 });
const honestTpps = 10;
const pauseMs = 200;
/** In the small part, which runs beside other tests, each TPP is served at least once. */
const honestMin = atScale({ slice: 3 * honestTpps, long: seconds * honestTpps * 0.2 });
/** The process has two banks, one of which stores everything that the TPPs do. */
const memoryMbMax = 640;
/** The variables that `npm start` sets. */
const allocator = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "1048576" };

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

test("A38 to A41: TPPs are served while 200 connections attack in every way", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "varde-attacks-"));
  const env = { ...process.env, ...allocator, VARDE_DATA: folder };
  const child = fork(fileURLToPath(new URL("./at-once/main.ts", import.meta.url)), { env });
  t.after(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const [started] = await once(child, "message");
  const { http, production, tpp } = started as Record<"http" | "production", string> & {
    readonly tpp: PemIdentity;
  };
  const bank = { addresses: { http, https: undefined }, tpp };
  const clients = await Promise.all(
    Array.from({ length: honestTpps }, async (_, at) => {
      const identity = await issueIdentity(http, at);
      const own = new RawTpp(http, identity);
      const { headers } = await aSession(bank, own);
      return { own, headers, inProduction: new RawTpp(production, identity) };
    }),
  );
  const ask = async (word: string) => {
    child.send(word);
    const [said] = await once(child, "message");
    return said;
  };
  const before = await ask("usage");
  await ask("attack");
  const endsAt = performance.now() + seconds * 1000;
  const waitedMs: number[] = [];
  const byStatus: Record<string, number> = {};
  const work = async ({ own, headers, inProduction }: (typeof clients)[number]) => {
    const timed = async (what: string, send: () => Promise<{ readonly status: number }>) => {
      const sentAt = performance.now();
      const { status } = await send();
      waitedMs.push(performance.now() - sentAt);
      const key = `${what} ${status}`;
      byStatus[key] = (byStatus[key] ?? 0) + 1;
    };
    while (performance.now() < endsAt) {
      await timed("payment", () => own.send({ path: ndct, headers, body: aPayment() }));
      await timed("agreements", () => own.send({ path: "/v1/user", headers }));
      await timed("production", () => inProduction.send({ path: "/v1/user", headers }));
      await sleep(pauseMs);
    }
  };
  await Promise.all(clients.map(work));
  const { peakBytes, tally } = await ask("stop");
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20);
  t.diagnostic(`honest: ${JSON.stringify(byStatus)}`);
  t.diagnostic(
    `they waited ${percentile(waitedMs, 0.5).toFixed(0)} ms, p99 ` +
      `${percentile(waitedMs, 0.99).toFixed(0)} ms, at most ${Math.max(...waitedMs).toFixed(0)} ms`,
  );
  t.diagnostic(`memory: ${mb(before.peakBytes)} MB before, at most ${mb(peakBytes)} MB`);
  t.diagnostic(`attacks: ${JSON.stringify(tally)}`);
  for (const key of Object.keys(byStatus)) assert.ok(!/ 5\d\d$/.test(key), key);
  assert.ok(waitedMs.length >= honestMin, `${waitedMs.length} honest requests`);
  assert.ok(mb(peakBytes) < memoryMbMax, `${mb(peakBytes)} MB`);
});

/** Returns a certificate of a TPP of its own: a PSU has one session with each TPP. */
const issueIdentity = async (address: string, at: number): Promise<PemIdentity> => {
  const response = await fetch(`${address}/control/v1/tpp-certificates`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: `Honest ${at}`, organisationNumber: String(210_000_100 + at) }),
  });
  assert.equal(response.status, 201);
  return (await response.json()) as PemIdentity;
};
