import type { Bank } from "../bank.ts";
import type { Payment } from "./payment.ts";

type SignedPayment = Pick<Payment, "worldId" | "personId" | "agreementId" | "context">;

/**
 * By which name the payee sees who pays: the person's, or that of the corporation they signed for.
 * Asked for once for everyone in a batch, however many payments they have in it.
 */
export const nameDebtors = async (
  payments: readonly SignedPayment[],
  bank: Pick<Bank, "psuDirectory">,
): Promise<(payment: SignedPayment) => string | undefined> => {
  const names = new Map<string, string | undefined>();
  for (const [key, [payment]] of Map.groupBy(payments, keyOf)) {
    if (payment !== undefined) names.set(key, await nameOf(payment, bank));
  }
  return (payment) => names.get(keyOf(payment));
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
