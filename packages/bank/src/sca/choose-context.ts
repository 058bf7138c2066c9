import type { Bank } from "../bank.ts";
import type { PersonId } from "../ports/ids.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { Sca } from "../records/sca.ts";
import { canMoveSca, moveSca, type StoredSca } from "./sca-store.ts";

/** Lists the agreements the PSU can act under that match the request. */
export const listContexts = async (
  sca: Sca,
  personId: PersonId,
  bank: Bank,
): Promise<readonly Agreement[]> => {
  const agreements = await bank.psuDirectory.listAgreements(sca.worldId, personId);
  return agreements.filter(
    (agreement) =>
      (sca.givenContext === undefined || agreement.context === sca.givenContext) &&
      (sca.agreementId === undefined || agreement.agreementId === sca.agreementId),
  );
};

/** Stores the choice. Returns undefined when the SCA has moved on in the meantime. */
export const chooseContext = async (
  sca: StoredSca,
  { context, agreementId }: Agreement,
  bank: Bank,
): Promise<StoredSca | undefined> => {
  if (!canMoveSca(sca, "contextChosen")) return undefined;
  const now = await bank.clock.now(sca.worldId);
  return bank.storage.write(() => moveSca(sca, "contextChosen", now, { context, agreementId }));
};

/** Returns the name of the corporation that the PSU acts for. */
export const onBehalfOf = async (sca: Sca, bank: Bank) => {
  if (sca.context !== "CORPORATE" || sca.personId === undefined) return {};
  const agreements = await bank.psuDirectory.listAgreements(sca.worldId, sca.personId);
  const agreement = agreements.find((one) => one.agreementId === sca.agreementId);
  return agreement === undefined ? {} : { onBehalfOf: agreement.name };
};
