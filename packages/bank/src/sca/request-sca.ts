import type { OperationKind } from "@varde/protocol";
import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { startSca } from "./start-sca.ts";

const asksForAccounts: ReadonlySet<OperationKind> = new Set([
  "readAccount",
  "createConsent",
  "confirmFunds",
]);

/**
 * Starts the SCA that a refused call needs first: one that also asks for consent where accounts are
 * wanted, one that only identifies otherwise. Without an address to come back to there can be none.
 */
export const requestSca = async (
  context: RequestContext,
  bank: Bank,
): Promise<{ readonly link: string } | Refusal> => {
  if (!context.received.headers.has("tpp-redirect-uri")) {
    return refuse({
      code: "HTTP_HEADER_REQUIRED",
      path: "TPP-Redirect-URI",
      text: "SCA is needed first: send TPP-Redirect-URI, where the PSU comes back to after it.",
    });
  }
  const kind = asksForAccounts.has(context.operation.kind) ? "consent" : "identification";
  const sca = startSca({ kind }, context, bank);
  await bank.storage.write(function* () {
    yield* run(...sca.statements);
  });
  return { link: sca.link };
};
