import assert from "node:assert/strict";
import type { Violation } from "@varde/protocol";
import { refuseUnknownAccount } from "../../accounts/find-account.ts";
import type { Bank } from "../../bank.ts";
import { findConsent, listConsentsToAccount } from "../../consents/consent-store.ts";
import { findConsentAgreement } from "../../consents/list-consent-choices.ts";
import {
  agreementOfRequest,
  refuseWithoutCorporateId,
} from "../../parties/agreement-of-request.ts";
import type { AccountId } from "../../ports/ids.ts";
import { consentExpired, isConsentExpired } from "../../records/consent.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { refuseWithSca } from "../../sca/start/refuse-with-sca.ts";
import type { Check } from "./check.ts";

/**
 * Checks that the PSU has granted this TPP access to what it requests. An account outside the
 * agreement that the PSU acts under is reported as unknown, whoever owns it.
 */
export const checkConsent: Check = async (context, bank) => {
  const { psu, tpp } = context;
  assert(psu !== undefined, "checkSession refuses a request without a PSU");
  const agreement = await agreementOfRequest({ psu, tpp }, bank);
  if (isRefusal(agreement)) return agreement;
  const { agreementId } = agreement;
  const { worldId, tppId } = tpp;
  const { personId } = psu;
  const consent = await bank.storage.read(() =>
    findConsent({ worldId, tppId, personId, agreementId }),
  );
  const grantedIds = new Set(consent?.scope === "accounts" ? consent.accountIds : []);
  const granted = agreement.accountIds.filter((id) => grantedIds.has(id));
  const { accountId } = context.received.parameters;
  if (accountId !== undefined) {
    if (!agreement.accountIds.includes(accountId)) return refuseOutside(accountId, context, bank);
    if (!granted.includes(accountId)) return refuseUngranted;
  }
  if (consent === undefined || granted.length === 0) return refuseWithSca(none, context, bank);
  if (isConsentExpired(consent, context.now)) return refuseWithSca(consentExpired, context, bank);
  context.access = { consent, accountIds: granted };
  return undefined;
};

/**
 * Refuses an account outside the agreement. SCA-22: only if this TPP may see the account under
 * another agreement, the refusal says that PSU-Corporate-ID is missing.
 */
const refuseOutside = async (
  accountId: AccountId,
  { tpp, psu, session }: RequestContext,
  bank: Bank,
): Promise<Refusal> => {
  if (session !== undefined || psu?.agreementId !== undefined) return refuseUnknownAccount;
  const consents = await bank.storage.read(() =>
    listConsentsToAccount(tpp.worldId, tpp.tppId, accountId),
  );
  for (const consent of consents.filter(({ personId }) => personId === psu?.personId)) {
    const agreement = await findConsentAgreement(consent, bank);
    if (agreement?.accountIds.includes(accountId)) return refuseWithoutCorporateId;
  }
  return refuseUnknownAccount;
};

const refuseUngranted: Refusal = refuse({
  code: "CONSENT_UNKNOWN",
  text:
    "The PSU has not granted access to this account, or has revoked it. Send " +
    "POST /v1/bank-offered-consents to let the PSU choose accounts.",
});

const none = {
  code: "CONSENT_INVALID",
  text: "The PSU has not granted access to any account.",
} as const satisfies Violation;
