import type { ConsentResponse } from "@varde/protocol";
import { checkCalls, takes } from "../check-arguments.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { aPsu, callOptions } from "./call-arguments.ts";

/**
 * Bank-offered consent: the PSU chooses the accounts at the bank.
 *
 * @example
 * const address = findScaRedirect(await client.consents.create(psu));
 */
export interface Consents {
  /** Starts an SCA in which the PSU chooses accounts, and returns its link. */
  create(psu: Psu, options?: CallOptions): Promise<ConsentResponse>;
}

/** The path of consents, which differs between banks; `consents` is deprecated (VER-08). */
export type ConsentsPath = "bank-offered-consents" | "consents";

export const makeConsents = (call: Call, path: ConsentsPath): Consents => {
  const operation = path === "consents" ? "createConsentDeprecated" : "createConsent";
  return checkCalls<Consents>(
    "consents",
    { create: (psu, options) => call(operation, { psu }, options) },
    { create: takes(aPsu, callOptions) },
  );
};
