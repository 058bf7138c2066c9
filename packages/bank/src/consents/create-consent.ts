import { claimAndConclude, respondOnce } from "../idempotency/respond-once.ts";
import { respondWith } from "../request/api-response.ts";
import { linkToPage } from "../request/links.ts";
import { consentSubject } from "../sca/start/consent-subject.ts";
import { sessionToRenew } from "../sca/start/session-to-renew.ts";
import { startSca } from "../sca/start/start-sca.ts";
import type { UseCase } from "../use-case.ts";

/**
 * END-20, END-21, END-25: the bank offers the accounts to choose from, so the body is ignored and
 * the response contains only the link to the checklist.
 */
export const createConsent: UseCase<"createConsent"> = async (context, bank) => {
  const sessionId = await sessionToRenew(context, bank);
  const sca = startSca(consentSubject(context), context, bank, { sessionId });
  const response = respondWith(201, { _links: { scaRedirect: linkToPage(sca.link) } });
  return respondOnce(context, bank, response, (claim) =>
    claimAndConclude(claim, ...sca.statements),
  );
};
