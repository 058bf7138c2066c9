import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { all, run, type Statement, type Storage, sql } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { sandboxConfiguration } from "../../../src/configuration/bank-configuration.ts";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { forgetOldRows } from "../../../src/operations/stored-data/forget-old-rows.ts";
import { type BasketState, basketTable } from "../../../src/records/basket.ts";
import { type Payment, paymentTable } from "../../../src/records/payment.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

const at = Date.parse("2026-11-16T04:00:00Z");
const retentionDays = { payments: 100 };
const over = at - retentionDays.payments * 86_400_000;

const aPaymentIn = (worldId: string, changes: Partial<Payment> = {}): Payment => ({
  ...aStoredPayment(worldId, 1),
  status: "ACSC",
  statusAt: over,
  ...changes,
});

/** Returns the statements that store a payment with everything that hangs on it. */
const storeWhole = (payment: Payment): readonly Statement[] => {
  const { paymentId, worldId } = payment;
  return [
    paymentTable.insert({ ...payment, duplicateKey: `key ${paymentId}` }),
    sql`insert into payment_duplicate (duplicate_key, payment_id, created_at)
      values (${`key ${paymentId}`}, ${paymentId}, 0)`,
    ...storeAuthorisation("payment", paymentId, worldId),
  ];
};

const storeAuthorisation = (kind: string, subject: string, worldId: string) => [
  sql`insert into sca (sca_id, link_hash, world_id, tpp_id, tpp_name, session_id, redirect_uri,
      subject_kind, subject_id, status, version, attempts, created_at, touched_at)
    values (${`sca ${subject}`}, ${`sca ${subject}`}, ${worldId}, 'tpp', 'TPP', 'session',
      'https://tpp.example', ${kind}, ${subject}, 'finalised', 0, 0, 0, 0)`,
  ...[subject, `sca ${subject}`].map(
    (id) => sql`insert into event (event_id, world_id, subject_kind, subject_id, name, actor,
        happened_at)
      values (${`event ${id}`}, ${worldId}, ${kind}, ${id}, 'signed', 'bank', 0)`,
  ),
];

const storeBasket = (
  worldId: string,
  basketId: string,
  state: BasketState,
): readonly Statement[] => [
  basketTable.insert({
    ...{ basketId, worldId, state, tppId: "tpp", personId: "kari", agreementId: undefined },
    ...{ paymentIds: [], hash: "", version: 1n, createdAt: 0, signedAt: undefined },
  }),
  ...storeAuthorisation("basket", basketId, worldId),
];

/** Returns the ids of payments and baskets that are stored, after checking that each is whole. */
const listStored = async (storage: Storage, worldId: string): Promise<readonly string[]> => {
  const read = async (query: Statement) =>
    (await storage.read(() => all<{ id: string }>(query))).map(({ id }) => id).toSorted();
  const payments = await read(
    sql`select payment_id as id from payment where world_id = ${worldId}`,
  );
  const baskets = await read(sql`select basket_id as id from basket where world_id = ${worldId}`);
  const subjects = [...payments, ...baskets].toSorted();
  const scas = subjects.map((id) => `sca ${id}`);
  assert.deepEqual(await read(sql`select sca_id as id from sca where world_id = ${worldId}`), scas);
  assert.deepEqual(
    await read(sql`select subject_id as id from event where world_id = ${worldId}`),
    [...subjects, ...scas].toSorted(),
  );
  const claims = await read(sql`select payment_id as id from payment_duplicate`);
  assert.deepEqual(
    claims.filter((id) => payments.includes(id)),
    payments,
  );
  return subjects;
};

const bulk = { service: "bulk-payments", status: "ACTC", batchKind: undefined } as const;
const periodic = { service: "periodic-payments", batchKind: undefined } as const;

describe("payments whose retention period is over", () => {
  onBothEngines(bankMigrations, (storage) => {
    const forget = (worldId: string, days: { payments?: number } = retentionDays) =>
      forgetOldRows(worldId, at, {
        storage: storage(),
        configuration: { ...sandboxConfiguration, retentionDays: days },
      });
    const store = (...statements: readonly Statement[]) =>
      storage().write(() => run(...statements));

    it("stay if the bank has set no period", async () => {
      const payment = aPaymentIn("never", { statusAt: 0 });
      await store(...storeWhole(payment));
      await forget("never", {});
      assert.deepEqual(await listStored(storage(), "never"), [payment.paymentId]);
    });

    it("are deleted with what hangs on them, unless they can still change", async () => {
      const finished = (["ACSC", "RJCT", "CANC"] as const).map((status) =>
        aPaymentIn("single", { status }),
      );
      const givenUp = aPaymentIn("single", { status: "ACCP", batchKind: undefined });
      const open = (["RCVD", "ACTC", "ACWC", "PDNG", "ACCP", "ACSP", "ACWP"] as const).map(
        (status) => aPaymentIn("single", { status, statusAt: 0 }),
      );
      const young = aPaymentIn("single", { statusAt: over + 1 });
      const undelivered = aPaymentIn("single");
      const elsewhere = aPaymentIn("another", { statusAt: 0 });
      const kept = [...open, young, undelivered];
      await store(
        ...[...finished, givenUp, ...kept, elsewhere].flatMap(storeWhole),
        sql`insert into outbox (outbox_id, world_id, payment_id, claimed_until, created_at)
          values ('o', 'single', ${undelivered.paymentId}, 0, 0)`,
      );
      await forget("single");
      assert.deepEqual(
        await listStored(storage(), "single"),
        kept.map(({ paymentId }) => paymentId).toSorted(),
      );
      assert.deepEqual(await listStored(storage(), "another"), [elsewhere.paymentId]);
    });

    it("are deleted with all their parts, or not at all", async () => {
      const family = (root: Partial<Payment>, ...parts: readonly Partial<Payment>[]) => {
        const parent = aPaymentIn("parts", root);
        const service = parent.service;
        const { paymentId: parentId } = parent;
        return [
          parent,
          ...parts.map((part) => aPaymentIn("parts", { service, parentId, ...part })),
        ];
      };
      const gone = [
        family(bulk, {}, { status: "RJCT" }),
        family({ ...bulk, status: "CANC" }, { status: "CANC" }),
        family(periodic, {}, {}),
        family({ ...periodic, status: "ACTC" }, {}),
      ];
      const unsigned = family({ ...bulk, status: "RCVD" }, { status: "RCVD" });
      const clearing = family(bulk, {}, { status: "ACSP" });
      const recent = family(bulk, {}, { statusAt: over + 1 });
      const running = family({ ...periodic, status: "ACTC" }, {});
      const kept = [unsigned, clearing, recent, running].flat();
      await store(
        ...[...gone.flat(), ...kept].flatMap(storeWhole),
        sql`insert into periodic_schedule (payment_id, world_id, next_date, due_date)
          values (${running[0]?.paymentId ?? ""}, 'parts', '2027-01-01', '2027-01-01')`,
      );
      await forget("parts");
      assert.deepEqual(
        await listStored(storage(), "parts"),
        kept.map(({ paymentId }) => paymentId).toSorted(),
      );
    });

    it("are deleted with their basket, or not at all", async () => {
      const inBasket = (basketId: string, ...members: readonly Partial<Payment>[]) =>
        members.map((member) => aPaymentIn("basket", { basketId, ...member }));
      const gone = [
        ...inBasket("signed", {}, { status: "RJCT" }),
        ...inBasket("deleted", { status: "CANC" }),
      ];
      const kept = [
        ...inBasket("partly", {}, { status: "ACSP" }),
        ...inBasket("open", { status: "CANC" }),
      ];
      await store(
        ...[...gone, ...kept].flatMap(storeWhole),
        ...storeBasket("basket", "signed", "signed"),
        ...storeBasket("basket", "deleted", "deleted"),
        ...storeBasket("basket", "partly", "signed"),
        ...storeBasket("basket", "open", "open"),
      );
      await forget("basket");
      const ids = kept.map(({ paymentId }) => paymentId);
      assert.deepEqual(
        await listStored(storage(), "basket"),
        ["open", "partly", ...ids].toSorted(),
      );
    });

    it("are all deleted in one run, past those that stay", async () => {
      const many = Array.from({ length: 450 }, (_, number) =>
        aPaymentIn("many", { statusAt: number, status: number % 3 === 0 ? "RJCT" : "ACSC" }),
      );
      // Orders that run for years are found every night.
      const running = Array.from({ length: 250 }, () =>
        aPaymentIn("many", { ...periodic, status: "ACTC", statusAt: 0 }),
      );
      await store(
        ...[...many, ...running].map(paymentTable.insert),
        ...running.map(
          ({ paymentId }) => sql`insert into periodic_schedule
            (payment_id, world_id, next_date, due_date)
            values (${paymentId}, 'many', '2027-01-01', '2027-01-01')`,
        ),
      );
      await forget("many");
      const left = await storage().read(() =>
        all(sql`select payment_id from payment where world_id = 'many'`),
      );
      assert.equal(left.length, running.length);
    });
  });
});
