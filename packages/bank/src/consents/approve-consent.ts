import assert from "node:assert/strict";
import type { Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Sca } from "../sca/sca.ts";
import type { ApprovalForm, ScaFault, ScaSubjectHandler } from "../sca/sca-subject.ts";
import type { ConsentKey } from "./consent.ts";
import { grantConsent } from "./grant-consent.ts";
import { findAgreementOf, listConsentChoices } from "./list-consent-choices.ts";

/** What an SCA means for a consent: a checklist, and what is ticked on it may be seen. */
export const approveConsent = (bank: Bank): ScaSubjectHandler => ({
  purpose: async () => ({ kind: "accounts" }),
  approval: async (sca) => ({
    kind: "consent",
    accounts: await listConsentChoices(keyOf(sca), bank),
  }),
  check: async (sca, form) => {
    const agreement = await findAgreementOf(keyOf(sca), bank);
    const isTheirs = form.accountIds.every((id) => agreement?.accountIds.includes(id));
    return agreement !== undefined && isTheirs ? undefined : notTheirsFault;
  },
  approve: (sca, form, at) => grantTicked(sca, form, at, bank),
  settle: async () => undefined,
});

function* grantTicked(
  sca: Sca,
  form: ApprovalForm,
  at: number,
  bank: Bank,
): Unit<ScaFault | undefined> {
  const { tppName, brand } = sca;
  const { accountIds } = form;
  yield* grantConsent({ ...keyOf(sca), tppName, brand, accountIds, at }, bank.ids);
  return undefined;
}

const keyOf = ({ worldId, tppId, personId, agreementId }: Sca): ConsentKey => {
  assert(personId !== undefined && agreementId !== undefined, "the PSU has identified and chosen");
  return { worldId, tppId, personId, agreementId };
};

const notTheirsFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The PSU may not use one of the accounts.",
  outcome: "not-yours",
};
