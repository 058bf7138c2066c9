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
import type { RawAnswer, SignedRequest } from "@varde/testkit/tpp";

const paymentsBefore = 3;
const paymentsMax = 40;

interface Disk {
  /** Where the bank is to be, and how the place is left. */
  place(): Promise<{ location: StorageLocation; leave(): Promise<void> }>;
  readonly fill: readonly Statement[];
  readonly makeRoom: Statement;
}

const disks: Readonly<Record<string, Disk>> = {
  // Past its page limit SQLite answers as it does when the disk has no room.
  SQLite: {
    place: async () => {
      const folder = await mkdtemp(join(tmpdir(), "varde-full-"));
      const leave = () => rm(folder, { recursive: true, force: true });
      return { location: { engine: "sqlite", folder }, leave };
    },
    fill: [sql`pragma max_page_count = 1`],
    makeRoom: sql`pragma max_page_count = 1000000`,
  },
  // The state PostgreSQL answers with when a table cannot grow.
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
    const outcome = "writes are told 503, reads go on, and nothing is lost";
    test(`F03: on a full disk under ${engine}, ${outcome}`, async () => {
      const { location, leave } = await disk.place();
      const bank = await aBank({ location, hasBackgroundJobs: false });
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
  const statuses = await statusesOf(payer, paid);

  for (const statement of fill) await bank.storage.write(() => run(statement));
  const requests = await Promise.all(Array.from({ length: paymentsMax }, () => sign(payer)));
  const acknowledged: string[] = [];
  const refused: SignedRequest[] = [];
  for (const request of requests) {
    const answer = await payer.psu.tpp.sendAgain(request);
    if (answer.status === 201) acknowledged.push(pathOf(answer));
    else refused.push(refusedForNow(answer, request));
    if (refused.length === 2) break;
  }
  assert.equal(refused.length, 2, "the disk is full sooner or later");
  assert.deepEqual(await statusesOf(payer, paid), statuses);
  assert.equal((await payer.get("/v1/accounts")).status, 200);

  await bank.storage.write(() => run(makeRoom));
  for (const request of refused) {
    const answer = await payer.psu.tpp.sendAgain(request);
    assert.equal(answer.status, 201, answer.text);
    acknowledged.push(pathOf(answer));
  }
  await payer.sign(acknowledged.at(-1) ?? "");
  assert.deepEqual(await statusesOf(payer, paid), statuses);
  assert.deepEqual(await storedPayments(bank), [...paid, ...acknowledged].toSorted());
  assert.deepEqual(await bank.checkBooks(), []);
};

const sign = (payer: Payer): Promise<SignedRequest> =>
  payer.psu.tpp.sign({
    path: ndct,
    headers: { ...payer.psu.headers, "x-accept-fix": "amount-as-string" },
    body: aPayment({ remittanceInformationUnstructured: "x".repeat(140) }),
  });

const pathOf = (created: RawAnswer): string => `${ndct}/${created.json.paymentId}`;

const refusedForNow = (answer: RawAnswer, request: SignedRequest): SignedRequest => {
  assert.equal(answer.status, 503, answer.text);
  assert.match(answer.headers["retry-after"] ?? "", /^[1-9]/);
  assert.equal(answer.json.tppMessages[0].code, "SYSTEM_ERROR");
  assert.doesNotMatch(answer.text, /disk|sqlite/i);
  return request;
};

const statusesOf = (payer: Payer, paths: readonly string[]): Promise<readonly string[]> =>
  Promise.all(paths.map((path) => payer.tppStatus(path)));

const storedPayments = async (bank: TestBank): Promise<readonly string[]> => {
  const rows = await bank.storage.read(() =>
    all<{ payment_id: string }>(sql`select payment_id from payment`),
  );
  return rows.map((row) => `${ndct}/${row.payment_id}`).toSorted();
};
