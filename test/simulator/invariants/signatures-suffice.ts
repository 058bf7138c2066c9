import { type CoreBank, osloDay } from "@varde/bank";
import type { Currency } from "@varde/protocol";
import { isOfCompany } from "../actors/psus.ts";
import { type CompanyMandates, decideByMandate } from "../machine/company-mandates.ts";
import type { PaymentRow, SignatureRow, Snapshot } from "./snapshot.ts";

/** The signatures that were seen so far, and what each person has signed in a day. */
export class SeenSignatures {
  readonly scas = new Set<string>();
  readonly signers = new Map<string, readonly string[]>();
  readonly days = new Map<string, bigint>();
}

interface CompanyBank {
  readonly mandates: CompanyMandates;
  readonly toNokMinor: CoreBank["convertToNokMinor"];
}

const completions = new Set(["signed", "signedWithChange", "signedToBookAtOnce"]);

/**
 * Checks each new signature on a payment of the company. The payment is complete if and only if the
 * mandate that held is satisfied with the people who have signed, each of whom signs once; every
 * step of its log towards that is one signature.
 */
export const signaturesSuffice = (
  snapshot: Snapshot,
  seen: SeenSignatures,
  bank: CompanyBank,
): readonly string[] => {
  const { payments, signatures, newEvents } = snapshot;
  const fresh = signatures.filter((row) => !seen.scas.has(`${row.sca_id} ${row.payment_id}`));
  const found = inOrder(fresh, snapshot).flatMap((row) => {
    seen.scas.add(`${row.sca_id} ${row.payment_id}`);
    const payment = payments.get(row.payment_id);
    return payment === undefined
      ? [`a signature on ${row.payment_id}, which does not exist`]
      : checkSignature(row, payment, snapshot, seen, bank);
  });
  const steps = newEvents
    .filter(({ name }) => name === "signedPartly" || completions.has(name))
    .map(({ subject_id }) => payments.get(subject_id))
    .filter((payment) => payment !== undefined && isOfCompany(payment.debtor_account_id))
    .map((payment) => (payment?.service === "bulk-payments" && payment.parent_id) || payment);
  const moved = new Set(steps.map((one) => (typeof one === "string" ? one : one?.payment_id)));
  const signed = new Set(fresh.map((row) => row.payment_id));
  for (const id of moved.symmetricDifference(signed)) {
    found.push(`payment ${id} was signed without a signature, or the other way round`);
  }
  for (const { subject_id: id, name } of newEvents) {
    const isSigned = seen.signers.has(id);
    if ((name === "timedOut" && isSigned) || (name === "timedOutPartly" && !isSigned)) {
      const parent = payments.get(id)?.parent_id;
      if (parent === null) found.push(`payment ${id} ${name}, signed: ${isSigned}`);
    }
  }
  return [...found, ...checkDays(snapshot, seen)];
};

/** Checks that the sums, on which limits of a day rest, are those of the signatures. */
const checkDays = ({ signingDays }: Snapshot, { days }: SeenSignatures): readonly string[] =>
  signingDays.flatMap(({ person_id, account_id, day, nok_minor }) => {
    const signed = days.get(`${person_id} ${account_id} ${day}`);
    const isRight = nok_minor === signed;
    return isRight ? [] : [`${person_id} signed ${signed} on ${day}, stored is ${nok_minor}`];
  });

/** The payments of a basket count one after another. */
const inOrder = (rows: readonly SignatureRow[], { baskets }: Snapshot): readonly SignatureRow[] => {
  if (rows.length < 2) return rows;
  const order = baskets.flatMap(({ payment_ids }) => JSON.parse(payment_ids) as string[]);
  return rows.toSorted(
    (one, other) => order.indexOf(one.payment_id) - order.indexOf(other.payment_id),
  );
};

const checkSignature = (
  { payment_id: id, person_id: personId, signed_at, counts }: SignatureRow,
  payment: PaymentRow,
  { payments }: Snapshot,
  { signers, days }: SeenSignatures,
  { mandates, toNokMinor }: CompanyBank,
): readonly string[] => {
  const signedBy = signers.get(id) ?? [];
  signers.set(id, [...signedBy, personId]);
  const parts = [...payments.values()].filter(
    ({ parent_id, service }) => parent_id === id && service === "bulk-payments",
  );
  const amounts = (parts.length === 0 ? [payment] : parts).map(({ amount_minor, currency }) =>
    toNokMinor(amount_minor, currency as Currency),
  );
  const totalNokMinor = amounts.reduce((sum, amount) => sum + amount, 0n);
  const day = `${personId} ${payment.debtor_account_id} ${osloDay(Number(signed_at))}`;
  const signedTodayNokMinor = days.get(day) ?? 0n;
  days.set(day, signedTodayNokMinor + totalNokMinor);
  const nokMinor = amounts.reduce((one, other) => (other > one ? other : one));
  const facts = { personId, signedBy, nokMinor, totalNokMinor, signedTodayNokMinor };
  const held = mandates.heldFor(personId);
  const isRight = held.some((mandate) => {
    const decision = decideByMandate(mandate, facts);
    if (payment.status !== "RCVD") return decision.kind === "complete";
    return decision.kind === "more" && BigInt(decision.missing) === payment.signatures_missing;
  });
  return [
    ...(signedBy.includes(personId) ? [`${personId} signed payment ${id} twice`] : []),
    ...(counts === 1n ? [] : [`the signature of ${personId} on payment ${id} is void`]),
    ...(isRight
      ? []
      : [`payment ${id} is ${payment.status} with signatures of ${[...signedBy, personId]}`]),
  ];
};
