import type { UseCase } from "../bank.ts";
import { respondWith } from "../request/api-response.ts";
import { linkToPage } from "../request/links.ts";
import { claimAndConclude, respondOnce } from "../respond-once.ts";
import { consentReference, sessionToRenew, startSca } from "../sca/start/start-sca.ts";

/**
 * END-20, END-21, END-25: the bank offers the accounts to choose from, so the body is ignored and
 * the response contains only the link to the checklist.
 */
export const createConsent: UseCase<"createConsent"> = async (context, bank) => {
  const sessionId = await sessionToRenew(context, bank);
  const sca = startSca(consentReference(context), context, bank, { sessionId });
  const response = respondWith(201, { _links: { scaRedirect: linkToPage(sca.link) } });
  return respondOnce(context, bank, response, (claim) =>
    claimAndConclude(claim, ...sca.statements),
  );
};
