import { type Statement, sql } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { AgreementId, WorldId } from "../../ports/ids.ts";
import type { Agreement } from "../../ports/psu-directory.ts";
import { type Payment, paymentTable, unsignedMsMax } from "../../records/payment.ts";
import { isRefusal } from "../../request/refusal.ts";
import type { WaitingFor, WaitingSubject } from "../../sca/sca-subject.ts";
import { paymentHash } from "../payment-hash.ts";
import { listChildren } from "../payment-store.ts";
import { quoteExchanges } from "../quote-payment.ts";
import { isBulk } from "../show-payment.ts";
import { viewBatch } from "../view/view-batch.ts";
import { viewPayment } from "../view/view-payment.ts";
import { decideSignings } from "./decide-signings.ts";
import { viewSigners } from "./view-signers.ts";

/** How many payments, and how many baskets, of a company are listed; the newest come first. */
export const waitingMax = 100;

/** Lists the payments that a person could sign for a company, outside of baskets. */
export const listWaitingPayments = async (
  { worldId, personId }: WaitingFor,
  bank: Bank,
): Promise<readonly WaitingSubject[]> => {
  const { signingMandates: mandates } = bank;
  if (mandates === undefined) return [];
  const now = await bank.clock.now(worldId);
  const waiting: WaitingSubject[] = [];
  for (const { agreementId, accountIds } of await listCompanies({ worldId, personId }, bank)) {
    const found = await bank.storage.read(() => paymentTable.all(unsigned(worldId, agreementId)));
    const usable = found.filter(({ debtorAccountId }) => accountIds.includes(debtorAccountId));
    const orders = await Promise.all(usable.map((payment) => withChildren(payment, bank)));
    for (const order of orders) {
      const [verdict] = await decideSignings([order], { personId, agreementId }, mandates, bank);
      if (verdict === undefined || verdict.decision.kind === "may-not-sign") continue;
      const { payment, children } = order;
      const shown = quoteExchanges(isBulk(payment) ? children : [payment], now, bank);
      if (isRefusal(shown)) continue;
      const joint = await viewSigners(worldId, [verdict], bank);
      const others = joint && { joint };
      waiting.push({
        kind: "payment",
        id: payment.paymentId,
        hash: paymentHash(payment),
        tppId: payment.tppId,
        brand: payment.brand,
        agreementId,
        createdBy: payment.personId,
        createdAt: payment.createdAt,
        expiresAt: payment.createdAt + unsignedMsMax,
        signers: verdict.signatures.map((one) => ({ personId: one.personId, at: one.signedAt })),
        shown,
        content: isBulk(payment)
          ? { kind: "batch", details: await viewBatch("bulk", children, bank, shown), ...others }
          : { kind: "payment", details: await viewPayment(payment, bank, shown), ...others },
      });
    }
  }
  return waiting;
};

/** Lists the agreements under which a person acts for companies. */
export const listCompanies = async (
  { worldId, personId }: WaitingFor,
  { psuDirectory }: Pick<Bank, "psuDirectory">,
): Promise<readonly Agreement[]> => {
  const agreements = await psuDirectory.listAgreements(worldId, personId);
  return agreements.filter(({ context }) => context === "CORPORATE");
};

const unsigned = (worldId: WorldId, agreementId: AgreementId): Statement =>
  sql`select * from payment
    where world_id = ${worldId} and agreement_id = ${agreementId} and status = 'RCVD'
      and basket_id is null and parent_id is null
    order by payment_id desc limit ${waitingMax}`;

const withChildren = async (payment: Payment, { storage }: Bank) => ({
  payment,
  children: isBulk(payment) ? await storage.read(() => listChildren(payment.paymentId)) : [],
});
