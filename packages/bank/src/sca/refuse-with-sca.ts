import type { Violation } from "@varde/protocol";
import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { consentSubject } from "./consent-subject.ts";
import { startSca } from "./start-sca.ts";

const goThere = "Send the PSU to the scaRedirect link.";

/**
 * Refuses a call that needs an SCA first and starts that SCA: one that also asks for consent where
 * accounts are wanted, one that only identifies otherwise. Without an address to come back to there
 * can be none, which is then the fault; why an SCA is needed is told all the same.
 */
export const refuseWithSca = async (
  violation: Violation & { readonly text: string },
  context: RequestContext,
  bank: Bank,
  remedy = goThere,
): Promise<Refusal> => {
  if (!context.received.headers.has("tpp-redirect-uri")) {
    return refuse({
      code: "HTTP_HEADER_REQUIRED",
      path: "TPP-Redirect-URI",
      text:
        `${violation.text} That takes an SCA: send TPP-Redirect-URI, where the PSU comes back to ` +
        "after it.",
    });
  }
  const subject =
    context.operation.sca === "accounts"
      ? consentSubject(context)
      : ({ kind: "identification" } as const);
  const sca = startSca(subject, context, bank);
  await bank.storage.write(function* () {
    yield* run(...sca.statements);
  });
  const text = `${violation.text} ${remedy}`;
  return refuse({ ...violation, text }, { scaRedirect: sca.link });
};
