import type { UseCase } from "../bank.ts";
import type { PsuCorporateId } from "../ports/ids.ts";
import { respondWith } from "../request/api-response.ts";
import { assignCorporateId } from "./psu-store.ts";

/** END-18, SCA-21: lists the corporations the PSU may act for, each with its id for this TPP. */
export const listAgreements: UseCase<"listAgreements"> = async (context, bank) => {
  const { worldId, tppId } = context.tpp;
  const known = await bank.psuDirectory.listAgreements(worldId, context.psu.personId);
  const corporate = known.filter((agreement) => agreement.context === "CORPORATE");
  const agreements = await bank.storage.write(function* () {
    const named: { readonly psuCorporateId: PsuCorporateId; readonly name: string }[] = [];
    for (const { agreementId, name } of corporate) {
      const scope = { tppId, worldId };
      const psuCorporateId = yield* assignCorporateId(bank.ids.newId(), agreementId, scope);
      named.push({ psuCorporateId, name });
    }
    return named;
  });
  return respondWith(200, { agreements });
};
