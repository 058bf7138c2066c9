import assert from "node:assert/strict";
import type { Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { AccountId } from "../ports/ids.ts";
import { type ConsentKey, type ConsentScope, isConsentExpired } from "../records/consent.ts";
import type { Sca } from "../records/sca.ts";
import type { ScaFault } from "../records/sca-fault.ts";
import { type AuthenticatedSca, assertAuthenticated } from "../sca/authenticated-sca.ts";
import type { ScaSubject } from "../sca/sca-subject.ts";
import { requestedScope } from "../sca/start/start-sca.ts";
import { findConsent } from "./consent-store.ts";
import { grantConsent } from "./grant-consent.ts";
import {
  agreementHasAccounts,
  findConsentAgreement,
  listConsentChoices,
} from "./list-consent-choices.ts";

/** The subject of SCAs about a consent: the PSU ticks the accounts that the TPP may read. */
export const consentSubject = (bank: Bank): ScaSubject => ({
  purpose: async (sca) => ({ kind: requestedScope(sca) }),
  approval: async (sca) => {
    const scope = await bank.storage.read(() => scopeFor(sca));
    const now = await bank.clock.now(sca.worldId);
    const accounts = await listConsentChoices({ ...consentKey(sca), scope }, now, bank);
    return { kind: "consent", scope, accounts };
  },
  check: async (sca, { accountIds }) => {
    assertAuthenticated(sca);
    const agreement = await findConsentAgreement(consentKey(sca), bank);
    if (!agreementHasAccounts(agreement, accountIds)) return notTheirsFault;
    return {
      approve: (at) => grantAccounts(sca, accountIds, at, bank),
      ...(accountIds.length === 0 ? { outcome: "nothing-chosen" } : {}),
    };
  },
});

function* grantAccounts(
  sca: AuthenticatedSca,
  accountIds: readonly AccountId[],
  at: number,
  bank: Bank,
): Unit<void> {
  const { tppName, brand } = sca;
  const scope = yield* scopeFor(sca);
  yield* grantConsent({ ...consentKey(sca), tppName, brand, scope, accountIds, at }, bank.ids);
}

/**
 * Returns the scope that the PSU is asked to grant. If the TPP had access to accounts when it sent
 * the request, made with another of its certificates, the scope stays "accounts": otherwise
 * approving would silently reduce the access it has.
 */
function* scopeFor(sca: Sca): Unit<ConsentScope> {
  const held = yield* findConsent(consentKey(sca));
  const sawAccounts =
    held?.scope === "accounts" && held.accountIds.length > 0 && held.renewedAt <= sca.createdAt;
  return sawAccounts && !isConsentExpired(held, sca.createdAt) ? "accounts" : requestedScope(sca);
}

const consentKey = ({ worldId, tppId, personId, agreementId }: Sca): ConsentKey => {
  assert(
    personId !== undefined && agreementId !== undefined,
    "the PSU has identified and chosen an agreement",
  );
  return { worldId, tppId, personId, agreementId };
};

const notTheirsFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The PSU may not use one of the accounts.",
  outcome: "not-yours",
};
