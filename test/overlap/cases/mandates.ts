import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { all, run, sql } from "@varde/storage";
import { aBankDayAhead } from "@varde/testkit/bank";
import {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
} from "@varde/testkit/overlap";
import { aPayer, aPayment, idOf, ndct, type Payer, payerAt } from "@varde/testkit/payments";
import { finishSca, sunniva, trym } from "@varde/testkit/psu";
import { alwaysHolds } from "../invariants.ts";
import type { OverlapCase } from "../overlap-case.ts";

/** Approvals of two people, or of one person in two browsers. */
interface Approvals {
  readonly paymentIds: readonly string[];
  readonly a: string;
  readonly b: string;
}

type MandateInvariant = Invariant<Approvals, URL, URL>;

/** The account on which one person signs small amounts alone. */
const [daily] = dataSet.companies.lyngrabben.accounts;
const startedAt = "2026-12-01T08:00";
const requestedExecutionDate = aBankDayAhead();

const draft = (payer: Payer, amount: string): Promise<string> =>
  payer.create(
    `${ndct}?allowLogicalDuplicate=true`,
    aPayment({
      instructedAmount: { amount, currency: "NOK" },
      debtorAccount: { bban: daily.bban, currency: "NOK" },
      requestedExecutionDate,
    }),
  );

const linkFor = async (payer: Payer, path: string): Promise<string> => {
  const started = await payer.post(`${path}/authorisations`);
  assert.equal(started.status, 201, started.text);
  return started.json._links.scaRedirect.href;
};

const listPayments = (bank: OverlapBank, paymentIds: readonly string[]) =>
  bank.storage.read(function* () {
    const rows = yield* all<{ id: string; signed_at: bigint | null; people: bigint }>(
      sql`select payment_id as id, signed_at, (select count(distinct person_id)
            from payment_signature where payment_signature.payment_id = payment.payment_id
              and counts = 1) as people
        from payment`,
    );
    return rows.filter(({ id }) => paymentIds.includes(id));
  });

/** A payment that two people must sign is signed once both have, and not before. */
const signedByBoth: MandateInvariant = async ({ bank, given, a, b }) => {
  const [payment] = await listPayments(bank, given.paymentIds);
  const isSigned = payment?.signed_at !== null;
  if (isSigned && payment?.people !== 2n) return `it is signed by ${payment?.people} of 2 people`;
  const areShown = [a, b].every(
    (one) => one.status === "fulfilled" && !one.value.searchParams.has("code"),
  );
  return areShown && !isSigned ? "both people have signed, and the payment waits" : undefined;
};

/** MAN-09: of two payments that exceed the limit of the day together, one is signed at most. */
const withinTheDay: MandateInvariant = async ({ bank, given: { paymentIds } }) => {
  const payments = await listPayments(bank, paymentIds);
  const signed = payments.filter(({ signed_at }) => signed_at !== null);
  return signed.length > 1 ? "one person has signed more than the limit of the day" : undefined;
};

export const mandates: readonly OverlapCase[] = [
  {
    title: "F07: two people of a company sign a payment at the same time",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const first = await payerAt(bank, startedAt, sunniva);
      const second = await aPayer(bank, trym);
      await everyOverlap<Approvals, URL, URL>({
        ...{ bank, stride },
        a: ({ a }) => finishSca(bank, a, sunniva),
        b: ({ b }) => finishSca(bank, b, trym),
        prepare: async () => {
          const path = await draft(first, "30000.00");
          const [a, b] = [await linkFor(first, path), await linkFor(second, path)];
          return { paymentIds: [idOf(path)], a, b };
        },
        invariants: [...alwaysHolds, signedByBoth],
      });
    },
  },
  {
    title: "F07: two approvals of one person do not exceed the limit of the day",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const payer = await payerAt(bank, startedAt, sunniva);
      await payer.pay(ndct, {
        ...aPayment({
          requestedExecutionDate,
          instructedAmount: { amount: "1.00", currency: "NOK" },
        }),
        debtorAccount: { bban: daily.bban, currency: "NOK" },
      });
      await everyOverlap<Approvals, URL, URL>({
        ...{ bank, stride },
        a: ({ a }) => finishSca(bank, a, sunniva),
        b: ({ b }) => finishSca(bank, b, sunniva),
        prepare: async () => {
          const paths = [await draft(payer, "20000.00"), await draft(payer, "20000.00")] as const;
          const [a, b] = [await linkFor(payer, paths[0]), await linkFor(payer, paths[1])];
          await bank.storage.write(() =>
            run(
              sql`update signing_day set nok_minor = 7000000
                where world_id in (select world_id from sandbox_world)`,
            ),
          );
          return { paymentIds: paths.map(idOf), a, b };
        },
        invariants: [...alwaysHolds, withinTheDay],
      });
    },
  },
];
