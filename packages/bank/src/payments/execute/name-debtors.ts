import type { Bank } from "../../bank.ts";
import type { Payment } from "../payment.ts";

type SignedPayment = Pick<
  Payment,
  "paymentId" | "worldId" | "personId" | "agreementId" | "context"
>;

/** A directory that answers none of them must not take its time for one after the other. */
const askedAtOnceMax = 20;

/**
 * By which name the payee sees who pays: the person's, or that of the corporation they signed for.
 * Asked for once for everyone in a batch, however many payments they have in it. Those whose payer
 * the directory fails to name are left out and wait, and hold up no other. Throws when it fails to
 * name anybody.
 */
export const nameDebtors = async <P extends SignedPayment>(
  payments: readonly P[],
  bank: Pick<Bank, "psuDirectory" | "log">,
): Promise<readonly (readonly [P, string | undefined])[]> => {
  const named: (readonly [P, string | undefined])[] = [];
  let fault: unknown;
  const groups = [...Map.groupBy(payments, keyOf).values()];
  while (groups.length > 0) {
    const some = groups.splice(0, askedAtOnceMax);
    const names = await Promise.allSettled(some.map(([payment]) => nameOf(payment as P, bank)));
    for (const [index, name] of names.entries()) {
      const group = some[index] ?? [];
      if (name.status === "fulfilled") for (const one of group) named.push([one, name.value]);
      else {
        fault = name.reason;
        const paymentIds = group.map(({ paymentId }) => paymentId);
        bank.log.error({ err: fault, paymentIds }, "the payer could not be named");
      }
    }
  }
  if (named.length === 0 && fault !== undefined) throw fault;
  return named;
};

const keyOf = ({ worldId, personId, agreementId, context }: SignedPayment): string =>
  JSON.stringify([worldId, personId, context === "CORPORATE" ? agreementId : undefined]);

const nameOf = async (
  { worldId, personId = "", agreementId, context }: SignedPayment,
  { psuDirectory }: Pick<Bank, "psuDirectory">,
): Promise<string | undefined> => {
  if (context !== "CORPORATE") return (await psuDirectory.readPerson(worldId, personId))?.name;
  const agreements = await psuDirectory.listAgreements(worldId, personId);
  return agreements.find((agreement) => agreement.agreementId === agreementId)?.name;
};
