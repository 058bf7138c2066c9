import type { Bank } from "../bank.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { Sca } from "../request/sca.ts";
import { updateSca } from "./sca-store.ts";

/** What the PSU can act under, given what the request already said. */
export const listContexts = async (sca: Sca, bank: Bank): Promise<readonly Agreement[]> => {
  const agreements = await bank.psuDirectory.listAgreements(sca.worldId, sca.personId ?? "");
  return agreements.filter(
    (agreement) =>
      (sca.givenContext === undefined || agreement.context === sca.givenContext) &&
      (sca.agreementId === undefined || agreement.agreementId === sca.agreementId),
  );
};

/** Keeps the choice; nothing when the SCA has moved on meanwhile. */
export const chooseContext = async (
  sca: Sca,
  agreement: Agreement,
  bank: Bank,
): Promise<Sca | undefined> => {
  if (sca.status !== "psuAuthenticated") return undefined;
  const now = await bank.clock.now(sca.worldId);
  const after: Sca = {
    ...sca,
    context: agreement.context,
    agreementId: agreement.agreementId,
    touchedAt: now,
    version: sca.version + 1n,
  };
  return (await bank.storage.write(() => updateSca(sca, after))) ? after : undefined;
};
