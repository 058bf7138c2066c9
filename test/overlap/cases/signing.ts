import assert from "node:assert/strict";
import { readPayment } from "@varde/bank";
import { all, sql } from "@varde/storage";
import { onlyWorld } from "@varde/testkit/bank";
import {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
  script,
} from "@varde/testkit/overlap";
import { aPayer, aPayment, baskets, idOf, ndct, type Payer, payOla } from "@varde/testkit/payments";
import { finishSca } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { alwaysHolds } from "../invariants.ts";
import type { OverlapCase } from "../overlap-case.ts";

/** The payments that a PSU approves, and the link at which they do. */
interface Approvable {
  readonly link: string;
  readonly paymentIds: readonly string[];
}

type SigningInvariant = Invariant<Approvable, URL, unknown>;

/** If the PSU is shown a success, the payments are signed and not without funds or refused. */
const successIsTrue: SigningInvariant = async ({ bank, given, a }) => {
  if (a.status !== "fulfilled" || a.value.searchParams.has("code")) return undefined;
  const untrue = await bank.storage.read(() =>
    all<{ id: string; status: string }>(
      sql`select payment_id as id, status from payment
        where status in ('RCVD', 'ACCP', 'RJCT')`,
    ),
  );
  const of = untrue.filter(({ id }) => given.paymentIds.includes(id));
  return of.length === 0
    ? undefined
    : of.map((one) => `success is shown, ${one.id} is ${one.status}`).join("; ");
};

/** The payments of a basket are signed together, or none is. */
const signedTogether: SigningInvariant = async ({ bank, given: { paymentIds } }) => {
  const payments = await Promise.all(
    paymentIds.map((id) => bank.storage.read(() => readPayment(id))),
  );
  const signed = payments.filter((one) => one?.signedAt !== undefined).length;
  const cancelled = payments.filter((one) => one?.status === "CANC").length;
  return signed > 0 && signed + cancelled < payments.length
    ? `${signed} of ${payments.length} payments are signed`
    : undefined;
};

const invariants = [...alwaysHolds, successIsTrue, signedTogether];

const approve =
  (bank: OverlapBank) =>
  ({ link }: Approvable): Promise<URL> =>
    finishSca(bank, link);

const single = async (bank: OverlapBank): Promise<Approvable> => {
  const { paymentId, path } = await payOla(aTpp(bank, bank.tpp));
  return { link: `http://bank${path}`, paymentIds: [paymentId] };
};

const instructedAmount = { amount: "1.00", currency: "NOK" };

const basket = async (payer: Payer): Promise<Approvable> => {
  const path = `${ndct}?allowLogicalDuplicate=true`;
  const paymentIds = [
    idOf(await payer.create(path, aPayment({ instructedAmount }))),
    idOf(await payer.create(path, aPayment({ instructedAmount }))),
  ];
  const created = await payer.post(baskets, { paymentIds });
  assert.equal(created.status, 201, created.text);
  const { basketId } = created.json as { readonly basketId: string };
  const started = await payer.post(`${baskets}/${basketId}/authorisations`);
  assert.equal(started.status, 201, started.text);
  return { link: started.json._links.scaRedirect.href, paymentIds };
};

export const signing: readonly OverlapCase[] = [
  {
    title: "F07: a payment that two browsers approve is signed and paid once",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const deliver = async () => bank.deliverOutbox(await onlyWorld(bank));
      await everyOverlap({
        ...{ bank, stride, a: approve(bank), b: approve(bank), finish: deliver },
        prepare: () => single(bank),
        invariants,
      });
    },
  },
  {
    title: "F07: the PSU is not shown a success if another process found no funds",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const deliver = async () => bank.deliverOutbox(await onlyWorld(bank));
      await everyOverlap({
        ...{ bank, stride, a: approve(bank), b: deliver, finish: deliver },
        prepare: () => single(bank),
        coreBank: script("no-funds"),
        invariants,
      });
    },
  },
  {
    title: "F07: a basket is signed as a whole while a payment of it is cancelled",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const payer = await aPayer(bank);
      const cancelOne = async ({ paymentIds: [first = ""] }: Approvable) =>
        bank.ownChannel.cancelPayment(await onlyWorld(bank), first);
      await everyOverlap({
        ...{ bank, stride, a: approve(bank), b: cancelOne },
        prepare: () => basket(payer),
        invariants,
      });
    },
  },
];
