import type { Bank } from "../bank.ts";
import { answerOnce, claimAndRun } from "../idempotency/answer-once.ts";
import { type Answer, answerWith } from "../request/answer.ts";
import type { Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { consentSubject } from "../sca/consent-subject.ts";
import { startSca } from "../sca/start-sca.ts";

/**
 * END-20, END-21, END-25: a consent is the bank's to offer, so the body is not looked at and the
 * answer is the way to the checklist and nothing else.
 */
export const createConsent = (context: RequestContext, bank: Bank): Promise<Answer | Refusal> => {
  const sca = startSca(consentSubject(context), context, bank);
  const answer = answerWith(201, { _links: { scaRedirect: { href: sca.link, verbs: ["GET"] } } });
  return answerOnce(context, bank, answer, function* (claim) {
    yield* claimAndRun(claim, ...sca.statements);
  });
};
