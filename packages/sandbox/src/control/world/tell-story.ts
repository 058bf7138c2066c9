import {
  type BasketId,
  findTakingBatch,
  listScas,
  listSignatures,
  osloDay,
  type Sca,
  type WorldId,
  type WorldPayment,
} from "@varde/bank";
import type { ControlResponse } from "@varde/protocol";
import { formatAmount } from "@varde/protocol";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { listSigners } from "./list-signers.ts";
import { readPersonNames } from "./read-person-names.ts";
import { readTimeline, type TimelineEntry } from "./read-timeline.ts";
import { isOpenSca, presentScas } from "./sca-views.ts";

type ShownPayment = ControlResponse<"readPayment">;
type PaymentStory = Pick<
  ShownPayment,
  "timeline" | "scas" | "signers" | "next" | "signatures" | "actions"
>;

/** Tells what happened to a payment, what it waits for, and who or what can continue it. */
export const tellPaymentStory = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  payment: WorldPayment,
): Promise<PaymentStory> => {
  const { paymentId, basketId } = payment;
  const own = await readScas(sandbox, paymentId, ["payment", "cancellation"]);
  const shared = basketId === undefined ? [] : await readScas(sandbox, basketId, ["basket"]);
  const scas = [...own, ...shared];
  const now = await sandbox.bank.clock.now(worldId);
  const openSca = scas.find((sca) => isOpenSca(sca, now));
  const id = basketId ?? paymentId;
  const signers = await listSigners(sandbox, worldId, { id, payments: [payment], openSca });
  const next = findNext(payment, openSca !== undefined || signers.length > 0, now, sandbox);
  return {
    timeline: await readTimeline(sandbox, worldId, {
      subjectId: paymentId,
      scas,
      isAbout: ({ resources }) => resources.includes(paymentId),
      bookings: await listBookings(sandbox, worldId, payment),
    }),
    scas: await presentScas(scas, sandbox, worldId),
    signers,
    ...(next !== undefined && { next }),
    ...(await countSignatures(sandbox, worldId, payment)),
    actions: allowedActions(payment, openSca !== undefined),
  };
};

/** Tells what happened to a basket, and who may approve it next. */
export const tellBasketStory = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  basketId: BasketId,
  payments: readonly WorldPayment[],
): Promise<Pick<ControlResponse<"readBasket">, "timeline" | "scas" | "signers" | "actions">> => {
  const scas = await readScas(sandbox, basketId, ["basket"]);
  const now = await sandbox.bank.clock.now(worldId);
  const openSca = scas.find((sca) => isOpenSca(sca, now));
  return {
    timeline: await readTimeline(sandbox, worldId, {
      subjectId: basketId,
      scas,
      isAbout: ({ resources }) => resources.includes(basketId),
    }),
    scas: await presentScas(scas, sandbox, worldId),
    signers: await listSigners(sandbox, worldId, { id: basketId, payments, openSca }),
    actions: openSca === undefined ? [] : ["approve", "refuse"],
  };
};

const readScas = async (
  { storage }: ControlledSandbox,
  subjectId: string,
  kinds: readonly Sca["subjectKind"][],
): Promise<readonly Sca[]> => {
  const found: Sca[] = [];
  for (const kind of kinds) found.push(...(await storage.read(() => listScas(kind, subjectId))));
  return found;
};

/** Returns what a payment waits for; undefined once it is over. */
const findNext = (
  payment: WorldPayment,
  canBeApproved: boolean,
  now: number,
  { bank }: ControlledSandbox,
): ShownPayment["next"] => {
  switch (payment.status) {
    case "RCVD":
      return { kind: canBeApproved ? "approval" : "authorisation" };
    case "ACTC":
    case "ACWC":
    case "ACCP": {
      const dueAt = findTakingBatch(payment, bank.configuration.batchTimes, now);
      return {
        kind: "batch",
        at: new Date(dueAt).toISOString(),
        isDue: payment.executionDate <= osloDay(now) && payment.batchKind !== "periodic",
      };
    }
    case "PDNG":
    case "ACSP":
    case "ACWP":
      return { kind: "settlement" };
    default:
      return undefined;
  }
};

const allowedActions = (
  { status, parentId, service }: WorldPayment,
  hasOpenSca: boolean,
): ShownPayment["actions"] => {
  const isPartOfBulk = parentId !== undefined && service === "bulk-payments";
  const canCancel = ["RCVD", "ACTC", "ACWC", "ACCP"].includes(status) && !isPartOfBulk;
  return [
    ...(hasOpenSca ? (["approve", "refuse"] as const) : []),
    ...(["ACTC", "ACWC", "ACCP", "PDNG", "ACSP"].includes(status) ? (["runBatch"] as const) : []),
    ...(canCancel ? (["cancel"] as const) : []),
    ...(status === "PDNG" ? (["release"] as const) : []),
  ];
};

/** Counts the signatures of a payment that several people sign. */
const countSignatures = async (
  { storage, dataWorld }: ControlledSandbox,
  worldId: WorldId,
  { paymentId, signaturesMissing }: WorldPayment,
): Promise<Pick<ShownPayment, "signatures">> => {
  if (signaturesMissing === undefined) return {};
  const stored = await storage.read(() => listSignatures([paymentId]));
  const names = await readPersonNames(storage, await dataWorld(worldId));
  const given = stored.map(({ personId, signedAt }) => ({
    name: names.get(personId) ?? personId,
    at: new Date(signedAt).toISOString(),
  }));
  return { signatures: { needed: given.length + signaturesMissing, given } };
};

type Booking = TimelineEntry & { readonly kind: "booking" };

/** Transactions looked at: those of a busy account in the days of the payment. */
const bookingsMax = 500;

/** Lists the bookings of a payment on the accounts of this bank: the payer's and the payee's. */
const listBookings = async (
  { ledger, dataWorld }: ControlledSandbox,
  worldId: WorldId,
  { paymentId, debtorAccountId, status, createdAt, body }: WorldPayment,
): Promise<readonly Booking[]> => {
  if (["RCVD", "ACTC", "ACWC", "CANC"].includes(status)) return [];
  const from = await dataWorld(worldId);
  const { creditorAccount = {} } = JSON.parse(body) as {
    creditorAccount?: { readonly bban?: string; readonly iban?: string };
  };
  const { bban, iban } = creditorAccount;
  const accounts = [
    await ledger.readAccount(from, debtorAccountId),
    bban === undefined ? undefined : await ledger.findAccountByBban(from, bban),
    iban === undefined ? undefined : await ledger.findAccountByIban(from, iban),
  ].filter((account) => account !== undefined);
  const bookings: Booking[] = [];
  for (const account of accounts) {
    const page = { from: osloDay(createdAt), limit: bookingsMax };
    const booked = await ledger.listTransactions(from, account.id, page);
    for (const transaction of booked.filter((one) => one.instructionId === paymentId)) {
      const { id, kind, bookedAt, amountMinor, currency } = transaction;
      bookings.push({
        at: new Date(Number(bookedAt)).toISOString(),
        kind: "booking",
        name: kind,
        id,
        account: account.bban ?? account.iban ?? account.id,
        amount: formatAmount(amountMinor, currency as WorldPayment["currency"]),
        currency,
      });
    }
  }
  return bookings.toSorted((one, other) => (one.at < other.at ? -1 : 1));
};
