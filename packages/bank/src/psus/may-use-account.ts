import type { Bank } from "../bank.ts";
import type { Psu } from "./psu.ts";

/** Whether the person may use the account in the context they act in. */
export const mayUseAccount = async (
  worldId: string,
  psu: Pick<Psu, "personId" | "agreementId" | "context">,
  accountId: string,
  bank: Pick<Bank, "psuDirectory">,
): Promise<boolean> => {
  const agreements = await bank.psuDirectory.listAgreements(worldId, psu.personId);
  return agreements
    .filter((agreement) =>
      psu.agreementId === undefined
        ? psu.context === undefined || agreement.context === psu.context
        : agreement.agreementId === psu.agreementId,
    )
    .some((agreement) => agreement.accountIds.includes(accountId));
};
