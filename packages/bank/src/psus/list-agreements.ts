import { answerWith } from "../request/answer.ts";
import type { UseCase } from "../use-case.ts";
import { nameForAgreement } from "./psu-store.ts";

/** END-18, SCA-21: the corporations the PSU may act for, each by the name this TPP has for it. */
export const listAgreements: UseCase<"listAgreements"> = async (context, bank) => {
  const { worldId, tppId } = context.tpp;
  const known = await bank.psuDirectory.listAgreements(worldId, context.psu.personId);
  const corporate = known.filter((agreement) => agreement.context === "CORPORATE");
  const agreements = await bank.storage.write(function* () {
    const named: { readonly psuCorporateId: string; readonly name: string }[] = [];
    for (const { agreementId, name } of corporate) {
      const scope = { tppId, worldId };
      const psuCorporateId = yield* nameForAgreement(bank.ids.newId(), agreementId, scope);
      named.push({ psuCorporateId, name });
    }
    return named;
  });
  return answerWith(200, { agreements });
};
