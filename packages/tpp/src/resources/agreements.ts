import type { AgreementsResponse } from "@varde/protocol";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";

/**
 * The corporate agreements a PSU may act under.
 *
 * @example
 * const { agreements } = await client.agreements.list(psu);
 * psu.actUnder(agreements[0]?.psuCorporateId);
 */
export interface Agreements {
  list(psu: Psu, options?: CallOptions): Promise<AgreementsResponse>;
}

export const makeAgreements = (call: Call): Agreements => ({
  list: (psu, options) => call("listAgreements", { psu }, options),
});
