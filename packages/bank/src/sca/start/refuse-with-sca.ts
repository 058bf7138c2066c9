import type { Violation } from "@varde/protocol";
import { run } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { fitsInApp } from "./fits-in-app.ts";
import {
  consentReference,
  notifyApp,
  prefersApp,
  sessionToRenew,
  startSca,
  withoutApp,
} from "./start-sca.ts";

const defaultRemedy = "Send the PSU to the scaRedirect link.";

const renewalRemedy =
  "The PSU has to be present to renew it: send POST /v1/bank-offered-consents with PSU-IP-Address.";

/**
 * Refuses a call that needs an SCA first, which the refusal starts. For account operations the SCA
 * also asks for consent; otherwise it only identifies. Without TPP-Redirect-URI no SCA can start,
 * so the refusal is then for the missing header and also says why an SCA is needed. LIM-30: without
 * the PSU an expired consent starts none, because nobody could follow the link.
 */
export const refuseWithSca = (
  violation: Violation & { readonly text: string },
  context: RequestContext,
  bank: Bank,
  remedy = defaultRemedy,
): Refusal => {
  const { headers } = context.received;
  if (violation.code === "CONSENT_EXPIRED" && !headers.has("psu-ip-address")) {
    return refuse({ ...violation, text: `${violation.text} ${renewalRemedy}` });
  }
  if (!headers.has("tpp-redirect-uri")) {
    return refuse({
      code: "HTTP_HEADER_REQUIRED",
      path: "TPP-Redirect-URI",
      text:
        `${violation.text} This requires SCA: send TPP-Redirect-URI, the address that the PSU ` +
        "returns to after it.",
    });
  }
  const text = `${violation.text} ${remedy}`;
  return refuse({ ...violation, text }, { startSca: () => startRequiredSca(context, bank) });
};

const startRequiredSca = async (context: RequestContext, bank: Bank): Promise<string> => {
  const subject =
    context.operation.sca === "accounts"
      ? consentReference(context)
      : ({ kind: "identification" } as const);
  const sessionId = await sessionToRenew(context, bank);
  // A consent can be given in the app too; the link works as well, and the first of both counts.
  const isInApp = subject.kind === "consent" && prefersApp(context, bank);
  const channel = isInApp ? "app" : "redirect";
  const sca = startSca(subject, context, bank, { sessionId, channel });
  const dropped = bank.unopenedScas.add(context.tpp.tppId, sca.scaId);
  const isPushed = await bank.storage.write(function* () {
    const fits = isInApp && (yield* fitsInApp(sca.record, context.now));
    const stored = isInApp && !fits ? withoutApp(sca) : sca;
    yield* run(...stored.statements, ...dropped);
    return fits;
  });
  if (isPushed) notifyApp(sca.scaId, subject.kind, context, bank);
  return sca.link;
};
