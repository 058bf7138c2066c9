import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openBankDatabase, searchAudit, verifyAudit } from "@varde/bank";
import { readStoredResponseIdentity } from "@varde/sandbox";
import type { StorageLocation } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";
import { spawnSandbox, unhinderedMs } from "@varde/testkit/processes";
import { aPsu } from "@varde/testkit/psu";
import { atScale, runRounds } from "@varde/testkit/rounds";
import type { PemIdentity } from "@varde/testkit/tpp";

/** Milliseconds in which this process could run; a busy machine delays the bank as much. */
const lostMsMax = 1_000;
const servedMs = 3_000;
const readers = 4;
const rounds = atScale({ slice: 1, long: 10 });

describe("an audit whose bank is killed", () => {
  for (const engine of ["sqlite", "postgres"] as const) {
    test(`has on ${engine} every access but those of the last second`, () =>
      runRounds(`killed audit on ${engine}`, rounds, async () => {
        await using stack = new AsyncDisposableStack();
        const folder = await mkdtemp(join(tmpdir(), "varde-audit-"));
        stack.defer(() => rm(folder, { recursive: true, force: true }));
        const database = engine === "postgres" ? stack.use(await freshDatabase()) : undefined;
        const finished = await readUntilKilled(folder, database?.url ?? "");
        const location: StorageLocation =
          database === undefined
            ? { engine: "sqlite", folder }
            : { engine: "postgres", url: database.url };
        await checkAudit(location, folder, finished);
      }));
  }
});

interface Finished {
  readonly requestId: string;
  /** How long before the kill its response was received. */
  readonly msBefore: number;
}

/** Reads balances with several readers, kills the bank, and returns what was read when. */
const readUntilKilled = async (
  folder: string,
  databaseUrl: string,
): Promise<readonly Finished[]> => {
  await using sandbox = spawnSandbox({ VARDE_DATA: folder, DATABASE_URL: databaseUrl });
  const http = await sandbox.ready;
  const made = await fetch(`${http}/control/v1/tpp-certificates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const psu = await aPsu(
    { addresses: { http } } as Parameters<typeof aPsu>[0],
    {},
    (await made.json()) as PemIdentity,
  );
  const received: { readonly requestId: string; readonly at: number }[] = [];
  const end = unhinderedMs() + servedMs;
  const read = async () => {
    while (unhinderedMs() < end) {
      const response = await psu.get("/v1/accounts/kari-current/balances");
      assert.equal(response.status, 200, response.text);
      const requestId = String(response.headers["x-request-id"]);
      received.push({ requestId, at: unhinderedMs() });
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
  const killedAt = unhinderedMs();
  await sandbox.kill();
  return received.map(({ requestId, at }) => ({ requestId, msBefore: killedAt - at }));
};

const checkAudit = async (
  location: StorageLocation,
  folder: string,
  finished: readonly Finished[],
): Promise<void> => {
  await using database = await openBankDatabase(location, { isReader: false });
  const identity = readStoredResponseIdentity(folder);
  const keys = identity === undefined ? [] : [identity.certificate.publicKey];
  const { faults } = await verifyAudit(database.storage, { keys });
  assert.deepEqual(faults, []);
  const found = await Array.fromAsync(searchAudit(database.storage));
  const recorded = new Set(found.map(({ entry }) => entry.requestId));
  const lost = finished.filter(({ requestId }) => !recorded.has(requestId));
  const tooOld = lost.filter(({ msBefore }) => msBefore > lostMsMax);
  assert.deepEqual(tooOld, [], `${lost.length} of ${finished.length} accesses are missing`);
  assert.ok(lost.length < finished.length, "some accesses were recorded");
};
