import assert from "node:assert/strict";
import { type FundsConfirmationBody, isInvalid, parseAmount } from "@varde/protocol";
import type { Bank, UseCase } from "../bank.ts";
import { listConsentsToAccount } from "../consents/consent-store.ts";
import { mayUseAccount } from "../parties/may-use-account.ts";
import type { CoreAccount, CoreAccountReference } from "../ports/core-bank.ts";
import { type Consent, consentExpired, isConsentExpired } from "../records/consent.ts";
import { respondWith } from "../request/api-response.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { refuseWithSca } from "../sca/start/refuse-with-sca.ts";

/** Confirms whether an account that its PSU has granted to this TPP can pay the amount now. */
export const confirmFunds: UseCase<"confirmFunds"> = async (context, bank) => {
  const { account: named, instructedAmount } = context.body;
  const account = await findConsentedAccount(named, context, bank);
  if (isRefusal(account)) return account;
  if (named.currency !== undefined && named.currency !== account.currency) {
    return refuse({
      code: "FORMAT_ERROR",
      path: "/account/currency",
      text: `The account is held in ${account.currency}, not in ${named.currency}.`,
    });
  }
  const { amount, currency } = instructedAmount;
  const amountMinor = parseAmount(amount, currency, { fractionDigits: "at-most" });
  assert(!isInvalid(amountMinor), "the request checks accept only well-formed amounts");
  const fundsAvailable = await bank.coreBank.hasFunds(
    context.tpp.worldId,
    account.accountId,
    amountMinor,
    currency,
  );
  return respondWith(200, { fundsAvailable });
};

/**
 * Finds the account if a consent covers it. Without that check a TPP could work out the balance of
 * any account by repeated requests. An account that nobody granted gets the same response as an
 * unknown one, unless the request names a PSU who may use it.
 */
const findConsentedAccount = async (
  named: FundsConfirmationBody["account"],
  context: RequestContext,
  bank: Bank,
): Promise<CoreAccount | Refusal> => {
  const { tpp, psu, now } = context;
  const account = await bank.coreBank.findAccount(tpp.worldId, coreReference(named));
  if (account === undefined) return refuseUnknown(named);
  const consents = await bank.storage.read(() =>
    listConsentsToAccount(tpp.worldId, tpp.tppId, account.accountId),
  );
  const valid = await consentsInForce(consents, account, context, bank);
  const unexpired = valid.find((consent) => !isConsentExpired(consent, now));
  if (unexpired !== undefined) {
    context.access = { consent: unexpired, accountIds: [account.accountId] };
    return account;
  }
  if (valid.length > 0) return refuseWithSca(consentExpired, context, bank);
  const isTheirs =
    psu !== undefined && (await mayUseAccount(tpp.worldId, psu, account.accountId, bank));
  return isTheirs ? refuseUngranted(named) : refuseUnknown(named);
};

/** Returns the consents whose PSU may still use the account. */
const consentsInForce = async (
  consents: readonly Consent[],
  { accountId }: CoreAccount,
  { psu }: RequestContext,
  bank: Bank,
): Promise<readonly Consent[]> => {
  const inForce: Consent[] = [];
  for (const consent of consents) {
    const { worldId, personId, agreementId } = consent;
    if (psu !== undefined && psu.personId !== personId) continue;
    if (psu?.agreementId !== undefined && psu.agreementId !== agreementId) continue;
    const holder = { personId, agreementId, context: undefined };
    if (await mayUseAccount(worldId, holder, accountId, bank)) inForce.push(consent);
  }
  return inForce;
};

const coreReference = ({ bban, iban }: FundsConfirmationBody["account"]): CoreAccountReference =>
  bban === undefined ? { iban: iban ?? "" } : { bban };

const accountPath = ({ bban }: FundsConfirmationBody["account"]): string =>
  bban === undefined ? "/account/iban" : "/account/bban";

const refuseUnknown = (named: FundsConfirmationBody["account"]): Refusal =>
  refuse({
    code: "RESOURCE_UNKNOWN",
    status: 400,
    path: accountPath(named),
    text: "The account does not exist, or no PSU has granted this TPP access to it.",
  });

const refuseUngranted = (named: FundsConfirmationBody["account"]): Refusal =>
  refuse({
    code: "CONSENT_UNKNOWN",
    path: accountPath(named),
    text:
      "The PSU has not granted this account, or has revoked it. POST /v1/bank-offered-consents " +
      "takes the PSU to the list of accounts.",
  });
