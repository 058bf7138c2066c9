import type { InstructionRow, PaymentRow, Snapshot } from "./snapshot.ts";

/** The status that an instruction may have while its payment has this one; undefined for none. */
const held: Readonly<Record<string, readonly (string | undefined)[]>> = {
  RCVD: [undefined],
  ACTC: [undefined],
  ACWC: [undefined],
  CANC: [undefined],
  ACCP: [undefined],
  ACSP: ["sent", "booked", "returned", "rejected"],
  ACWP: ["sent", "booked", "returned", "rejected"],
  ACSC: ["booked", "returned"],
  RJCT: [undefined, "rejected", "refused"],
};

/**
 * Checks that a settled payment has moved its money once, a refused or unsigned one never, and that
 * one that is being processed cannot be forgotten.
 */
export const moneyMovesOnce = (
  { payments, instructions, newBookings, queued }: Snapshot,
  bookings: Map<string, number>,
): readonly string[] => {
  const found: string[] = [];
  for (const { instruction_id: id } of newBookings) {
    const count = (bookings.get(id) ?? 0) + 1;
    bookings.set(id, count);
    if (count > 1) found.push(`payment ${id} was booked ${count} times`);
  }
  const parents = new Set([...payments.values()].map(({ parent_id: id }) => id));
  for (const payment of payments.values()) {
    const { payment_id: id, status, service } = payment;
    const instruction = instructions.get(id);
    const isBooked = bookings.has(id);
    const isParent = parents.has(id) || (service === "periodic-payments" && !payment.parent_id);
    if (isParent) {
      if (instruction !== undefined) found.push(`${id} is a parent and was submitted`);
      continue;
    }
    const allowed = held[status];
    if (allowed !== undefined && !allowed.includes(instruction?.status)) {
      found.push(`payment ${id} is ${status}, its instruction ${instruction?.status}`);
    }
    if (status === "ACSC" && !isBooked) found.push(`payment ${id} is ACSC and not booked`);
    if ((status === "RJCT" || status === "CANC") && isBooked) {
      found.push(`payment ${id} is ${status} and booked`);
    }
    if (status === "PDNG" && !queued.has(id) && !isAwaited(instruction)) {
      found.push(`payment ${id} is PDNG, and nobody will deliver it or hear of it`);
    }
    if (instruction !== undefined) found.push(...differences(payment, instruction));
  }
  for (const id of instructions.keys()) {
    if (!payments.has(id)) found.push(`instruction ${id} has no payment`);
  }
  return found;
};

/** Whether the core bank will report the outcome, now or later. */
const isAwaited = (instruction: InstructionRow | undefined): boolean =>
  instruction !== undefined &&
  (instruction.unacknowledged === 1n || ["held", "sent"].includes(instruction.status));

const differences = (payment: PaymentRow, instruction: InstructionRow): readonly string[] =>
  payment.amount_minor === instruction.amount_minor && payment.currency === instruction.currency
    ? []
    : [`payment ${payment.payment_id} was submitted with another amount`];
