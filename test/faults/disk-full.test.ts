import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { all, run, type Statement, type StorageLocation, sql } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct, type Payer } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import type { RawResponse, SignedRawRequest } from "@varde/testkit/tpp";

const paymentsBefore = 3;
const paymentsMax = 40;

interface Disk {
  /** Creates the bank's storage location; `leave` removes it. */
  place(): Promise<{ location: StorageLocation; leave(): Promise<void> }>;
  readonly fill: readonly Statement[];
  readonly makeRoom: Statement;
}

const disks: Readonly<Record<string, Disk>> = {
  // SQLite reports a page limit like a full disk.
  SQLite: {
    place: async () => {
      const folder = await mkdtemp(join(tmpdir(), "varde-full-"));
      const leave = () => rm(folder, { recursive: true, force: true });
      return { location: { engine: "sqlite", folder }, leave };
    },
    fill: [sql`pragma max_page_count = 1`],
    makeRoom: sql`pragma max_page_count = 1000000`,
  },
  // The error code of PostgreSQL when a table cannot grow.
  PostgreSQL: {
    place: async () => {
      const { url, drop } = await freshDatabase();
      return { location: { engine: "postgres", url }, leave: drop };
    },
    fill: [
      sql`create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'no space left' using errcode = '53100'; end $$`,
      sql`create trigger full_disk before insert on payment execute function full_disk()`,
    ],
    makeRoom: sql`drop trigger full_disk on payment`,
  },
};

describe("F03", { concurrency: true }, () => {
  for (const [engine, disk] of Object.entries(disks)) {
    const outcome = "refuses writes with 503, serves reads, and loses nothing";
    test(`F03, F18: on a full disk under ${engine}, ${outcome}`, async () => {
      const { location, leave } = await disk.place();
      const bank = await aBank({ expectsErrors: true, location, hasBackgroundJobs: false });
      try {
        await fillAndMakeRoom(bank, disk);
      } finally {
        await bank.close();
        await leave();
      }
    });
  }
});

const fillAndMakeRoom = async (bank: TestBank, { fill, makeRoom }: Disk): Promise<void> => {
  const payer = await aPayer(bank);
  const paid: string[] = [];
  for (let n = 0; n < paymentsBefore; n += 1) paid.push(await payer.pay(ndct, aPayment()));
  const statuses = await readStatuses(payer, paid);

  for (const statement of fill) await bank.storage.write(() => run(statement));
  const requests = await Promise.all(Array.from({ length: paymentsMax }, () => sign(payer)));
  const acknowledged: string[] = [];
  const refused: SignedRawRequest[] = [];
  for (const request of requests) {
    const response = await payer.psu.tpp.sendAgain(request);
    if (response.status === 201) acknowledged.push(createdPath(response));
    else refused.push(refusedForNow(response, request));
    if (refused.length === 2) break;
  }
  assert.equal(refused.length, 2, "the disk fills up");
  const ready = await fetch(`${bank.addresses.http}/health/ready`);
  assert.partialDeepStrictEqual(await ready.json(), { status: "ready", writes: false });
  assert.deepEqual(await readStatuses(payer, paid), statuses);
  assert.equal((await payer.get("/v1/accounts")).status, 200);

  await bank.storage.write(() => run(makeRoom));
  for (const request of refused) {
    const response = await payer.psu.tpp.sendAgain(request);
    assert.equal(response.status, 201, response.text);
    acknowledged.push(createdPath(response));
  }
  await payer.sign(acknowledged.at(-1) ?? "");
  assert.deepEqual(await readStatuses(payer, paid), statuses);
  assert.deepEqual(await storedPayments(bank), [...paid, ...acknowledged].toSorted());
  assert.deepEqual(await bank.checkBooks(), []);
};

const sign = (payer: Payer): Promise<SignedRawRequest> =>
  payer.psu.tpp.sign({
    path: ndct,
    headers: { ...payer.psu.headers, "x-accept-fix": "amount-as-string" },
    body: aPayment({ remittanceInformationUnstructured: "x".repeat(140) }),
  });

const createdPath = (created: RawResponse): string => `${ndct}/${created.json.paymentId}`;

const refusedForNow = (response: RawResponse, request: SignedRawRequest): SignedRawRequest => {
  assert.equal(response.status, 503, response.text);
  assert.match(response.headers["retry-after"] ?? "", /^[1-9]/);
  assert.equal(response.json.tppMessages[0].code, "SYSTEM_ERROR");
  assert.doesNotMatch(response.text, /disk|sqlite/i);
  return request;
};

const readStatuses = (payer: Payer, paths: readonly string[]): Promise<readonly string[]> =>
  Promise.all(paths.map((path) => payer.tppStatus(path)));

const storedPayments = async (bank: TestBank): Promise<readonly string[]> => {
  const rows = await bank.storage.read(() =>
    all<{ payment_id: string }>(sql`select payment_id from payment`),
  );
  return rows.map((row) => `${ndct}/${row.payment_id}`).toSorted();
};
