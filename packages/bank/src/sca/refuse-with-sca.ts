import type { Violation } from "@varde/protocol";
import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { consentSubject } from "./consent-subject.ts";
import { sessionToRenew } from "./session-to-renew.ts";
import { startSca } from "./start-sca.ts";

const defaultRemedy = "Send the PSU to the scaRedirect link.";

/**
 * Refuses a call that needs an SCA first and starts that SCA. For account operations the SCA also
 * asks for consent; otherwise it only identifies. Without TPP-Redirect-URI no SCA can start, so the
 * refusal is then for the missing header and also says why an SCA is needed.
 */
export const refuseWithSca = async (
  violation: Violation & { readonly text: string },
  context: RequestContext,
  bank: Bank,
  remedy = defaultRemedy,
): Promise<Refusal> => {
  if (!context.received.headers.has("tpp-redirect-uri")) {
    return refuse({
      code: "HTTP_HEADER_REQUIRED",
      path: "TPP-Redirect-URI",
      text:
        `${violation.text} This requires SCA: send TPP-Redirect-URI, the address that the PSU ` +
        "returns to after it.",
    });
  }
  const subject =
    context.operation.sca === "accounts"
      ? consentSubject(context)
      : ({ kind: "identification" } as const);
  const sessionId = await sessionToRenew(context, bank);
  const sca = startSca(subject, context, bank, { sessionId });
  await bank.storage.write(function* () {
    yield* run(...sca.statements);
  });
  const text = `${violation.text} ${remedy}`;
  return refuse({ ...violation, text }, { scaRedirect: sca.link });
};
