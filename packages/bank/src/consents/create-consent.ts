import { answerOnce, claimAndRun } from "../idempotency/answer-once.ts";
import { answerWith } from "../request/answer.ts";
import { linkToPage } from "../request/links.ts";
import { consentSubject } from "../sca/consent-subject.ts";
import { startSca } from "../sca/start-sca.ts";
import type { UseCase } from "../use-case.ts";

/**
 * END-20, END-21, END-25: a consent is the bank's to offer, so the body is not looked at and the
 * answer is the way to the checklist and nothing else.
 */
export const createConsent: UseCase<"createConsent"> = (context, bank) => {
  const sca = startSca(consentSubject(context), context, bank);
  const answer = answerWith(201, { _links: { scaRedirect: linkToPage(sca.link) } });
  return answerOnce(context, bank, answer, function* (claim) {
    yield* claimAndRun(claim, ...sca.statements);
  });
};
