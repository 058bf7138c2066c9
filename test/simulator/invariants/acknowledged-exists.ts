import type { Facts } from "../actors/facts.ts";
import type { Histories } from "./payments-follow-the-table.ts";
import type { Snapshot } from "./snapshot.ts";

interface StoredItem {
  readonly instructedAmount?: { readonly amount: string };
  readonly remittanceInformationUnstructured?: string;
  readonly payments?: readonly StoredItem[];
}

/** The ids of the payments that were created for each order, by its marker. */
export type CreatedPayments = Map<string, string[]>;

/** Checks that acknowledged orders exist once, as they were sent, and refused ones do not. */
export const acknowledgedExists = (
  { payments, newBodies, signatures }: Snapshot,
  created: CreatedPayments,
  histories: Histories,
  facts: Facts,
): readonly string[] => {
  const found: string[] = [];
  for (const { payment_id: id, parent_id, tpp_id, body } of newBodies) {
    if (parent_id !== null) continue;
    const stored = JSON.parse(body) as StoredItem;
    const items = stored.payments ?? [stored];
    const marker = items[0]?.remittanceInformationUnstructured ?? "";
    const order = facts.orders.get(marker);
    const ids = [...(created.get(marker) ?? []), id];
    created.set(marker, ids);
    const amounts = items.map(({ instructedAmount }) => instructedAmount?.amount);
    if (ids.length > 1) found.push(`${marker} has several payments: ${ids}`);
    if (order?.tppId !== tpp_id) found.push(`${marker} of ${order?.tppId} belongs to ${tpp_id}`);
    if (String(amounts) !== String(order?.amounts)) {
      found.push(`${marker} of ${order?.amounts} was stored with ${amounts}`);
    }
  }
  for (const { marker, paymentId, isRefused } of facts.orders.values()) {
    const ids = created.get(marker) ?? [];
    if (paymentId !== undefined && ids[0] !== paymentId) {
      found.push(`${marker} was acknowledged as ${paymentId}, and stored as ${ids}`);
    }
    if (isRefused && ids.length > 0) found.push(`${marker} was refused, and stored as ${ids}`);
  }
  for (const id of facts.approved) {
    if (payments.get(id)?.status === "RCVD") found.push(`${id} was approved, and is not signed`);
  }
  const stored = new Set(signatures.map((row) => `${row.payment_id} ${row.person_id}`));
  for (const seen of facts.signed) {
    if (!stored.has(seen)) found.push(`the signature of ${seen} was acknowledged, and is missing`);
  }
  for (const id of facts.cancelled) {
    const status = payments.get(id)?.status;
    if (status !== "CANC" && !isPartlyCancelled(id, payments)) {
      found.push(`${id} was cancelled, and is ${status}`);
    }
  }
  for (const { paymentId, transactionStatus } of facts.statusesRead.splice(0)) {
    const isSingle = payments.get(paymentId)?.service === "payments";
    const history: readonly string[] = histories.get(paymentId) ?? [];
    if (isSingle && !history.includes(transactionStatus)) {
      found.push(`${paymentId} was shown as ${transactionStatus}, which it never was`);
    }
  }
  return found;
};

/** The parts of a bulk that were executed before stay; the others are cancelled. */
const isPartlyCancelled = (id: string, payments: Snapshot["payments"]): boolean => {
  const parts = [...payments.values()].filter(({ parent_id }) => parent_id === id);
  return parts.some(({ status }) => status === "CANC");
};
