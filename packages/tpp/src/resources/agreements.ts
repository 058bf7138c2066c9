import type { AgreementsResponse } from "@varde/protocol";
import { checkCalls, takes } from "../check-arguments.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { aPsu, callOptions } from "./call-arguments.ts";

/**
 * The corporate agreements a PSU may act under.
 *
 * @example
 * const { agreements } = await client.agreements.list(psu);
 * psu.actUnder(agreements[0]?.psuCorporateId);
 */
export interface Agreements {
  /** Returns the agreements, each with the `psuCorporateId` to pass to `psu.actUnder`. */
  list(psu: Psu, options?: CallOptions): Promise<AgreementsResponse>;
}

export const makeAgreements = (call: Call): Agreements =>
  checkCalls<Agreements>(
    "agreements",
    { list: (psu, options) => call("listAgreements", { psu }, options) },
    { list: takes(aPsu, callOptions) },
  );
