import type { Bank } from "../../bank.ts";
import type { Payment } from "../../records/payment.ts";

type SignedPayment = Pick<
  Payment,
  "paymentId" | "worldId" | "personId" | "agreementId" | "context"
>;

/** Limits concurrent lookups; an unresponsive directory then times out for many at once. */
const concurrentLookupsMax = 20;

/**
 * Finds the debtor name shown to the payee: the name of the person, or of the corporation they
 * signed for. Each debtor is looked up once, however many payments they have. Payments whose lookup
 * fails are left out and retried later, so that they do not delay the others. Throws if every
 * lookup fails.
 */
export const nameDebtors = async <P extends SignedPayment>(
  payments: readonly P[],
  bank: Pick<Bank, "psuDirectory" | "log">,
): Promise<readonly (readonly [P, string | undefined])[]> => {
  const named: (readonly [P, string | undefined])[] = [];
  let fault: unknown;
  const groups = [...Map.groupBy(payments, debtorKey).values()];
  while (groups.length > 0) {
    const some = groups.splice(0, concurrentLookupsMax);
    const names = await Promise.allSettled(
      some.map(([payment]) => payment && readDebtorName(payment, bank)),
    );
    for (const [index, name] of names.entries()) {
      const group = some[index] ?? [];
      if (name.status === "fulfilled") for (const one of group) named.push([one, name.value]);
      else {
        fault = name.reason;
        const paymentIds = group.map(({ paymentId }) => paymentId);
        bank.log.error({ err: fault, paymentIds }, "debtor name lookup failed");
      }
    }
  }
  if (named.length === 0 && fault !== undefined) throw fault;
  return named;
};

const debtorKey = ({ worldId, personId, agreementId, context }: SignedPayment): string =>
  JSON.stringify([worldId, personId, context === "CORPORATE" ? agreementId : undefined]);

const readDebtorName = async (
  { worldId, personId, agreementId, context }: SignedPayment,
  { psuDirectory }: Pick<Bank, "psuDirectory">,
): Promise<string | undefined> => {
  if (personId === undefined) return undefined;
  if (context !== "CORPORATE") return (await psuDirectory.readPerson(worldId, personId))?.name;
  const agreements = await psuDirectory.listAgreements(worldId, personId);
  return agreements.find((agreement) => agreement.agreementId === agreementId)?.name;
};
