import type { FundsConfirmationBody, FundsConfirmationResponse } from "@varde/protocol";
import { bodyObject, checkCalls, takes } from "../check-arguments.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { callOptions, maybePsu } from "./call-arguments.ts";

/**
 * Confirmation that an account has an amount available.
 *
 * @example
 * const { fundsAvailable } = await client.funds.confirm({
 *   account: { iban: "NO9386011117947" },
 *   instructedAmount: { amount: "100.00", currency: "NOK" },
 * });
 */
export interface Funds {
  /** Returns whether the amount is available now. Nothing is reserved. */
  confirm(
    body: FundsConfirmationBody,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<FundsConfirmationResponse>;
}

export const makeFunds = (call: Call): Funds =>
  checkCalls<Funds>(
    "funds",
    { confirm: (body, psu, options) => call("confirmFunds", { body, psu }, options) },
    { confirm: takes(["body", bodyObject], maybePsu, callOptions) },
  );
