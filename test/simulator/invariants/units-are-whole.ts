import type { Snapshot } from "./snapshot.ts";

/** Statuses of payments that were not executed. */
const ended = new Set(["CANC", "RJCT"]);

/** Checks that baskets, bulks, schedules and approvals, which one unit writes, are complete. */
export const unitsAreWhole = ({
  payments,
  baskets,
  finalised,
  scheduled,
  signatures,
}: Snapshot): readonly string[] => {
  const found: string[] = [];
  const signedScas = new Set(signatures.map((row) => row.sca_id));
  for (const { basket_id: id, state, payment_ids, signed_at } of baskets) {
    const members = JSON.parse(payment_ids) as readonly string[];
    const statuses = members.map((paymentId) => payments.get(paymentId)?.status ?? "");
    const isDone = !statuses.includes("RCVD") && !statuses.every((one) => ended.has(one));
    if (state === "open" && signed_at !== null && isDone) {
      found.push(`basket ${id} is open, and none of its payments waits`);
    }
    for (const paymentId of members) {
      const { status, basket_id } = payments.get(paymentId) ?? {};
      if (state === "signed" && status === "RCVD") {
        found.push(`basket ${id} is signed, its payment ${paymentId} is not`);
      }
      if (state === "open" && status !== "CANC" && basket_id !== id) {
        found.push(`basket ${id} is open, its payment ${paymentId} is not in it`);
      }
      if (state === "deleted" && basket_id === id && status === "RCVD") {
        found.push(`basket ${id} is deleted, its payment ${paymentId} is not free`);
      }
    }
  }
  for (const { payment_id: id, parent_id, service, status } of payments.values()) {
    const parent = parent_id === null ? undefined : payments.get(parent_id);
    if (service === "bulk-payments" && parent !== undefined) {
      if ((parent.status === "RCVD") !== (status === "RCVD")) {
        found.push(`bulk ${parent_id} is ${parent.status}, its payment ${id} is ${status}`);
      }
    }
    const isOrder = service === "periodic-payments" && parent_id === null;
    const isWaiting = status === "ACTC" || status === "ACWC";
    if (isOrder && isWaiting !== scheduled.has(id)) {
      found.push(`periodic payment ${id} is ${status}, scheduled: ${scheduled.has(id)}`);
    }
  }
  for (const { sca_id: id, subject_kind, subject_id } of finalised) {
    const status = payments.get(subject_id ?? "")?.status;
    if (subject_kind === "payment" && status === "RCVD" && !signedScas.has(id)) {
      found.push(`SCA ${id} is finalised, its payment ${subject_id} is not signed`);
    }
    if (subject_kind === "cancellation" && (status === "ACTC" || status === "ACWC")) {
      found.push(`SCA ${id} is finalised, its payment ${subject_id} is not cancelled`);
    }
    const basket = baskets.find((one) => one.basket_id === subject_id);
    const isPartial = basket?.state === "open" && signedScas.has(id);
    if (subject_kind === "basket" && basket?.state !== "signed" && !isPartial) {
      found.push(`SCA ${id} is finalised, its basket ${subject_id} is ${basket?.state}`);
    }
  }
  return found;
};
