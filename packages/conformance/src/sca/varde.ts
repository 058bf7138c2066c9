import { ControlFailed, ControlUnreachable, openControl } from "@varde/protocol/control-client";
import { type ScaDriver, ScaNotCompleted } from "./sca-driver.ts";

/** The people of a Varde sandbox who complete SCAs through its control API. */
export interface VardeScaOptions {
  /** The origin of the sandbox. */
  readonly origin: string;
  /** The number that the customer identifies with. */
  readonly customer: string;
  /** The customer who acts for the company, and the agreement if there are several. */
  readonly company?: { readonly customer: string; readonly agreement?: string } | undefined;
  /** The sandbox's control token, if it needs one. */
  readonly token?: string | undefined;
}

/** Completes SCAs through the control API of a Varde sandbox. */
export const openVardeSca = (options: VardeScaOptions): ScaDriver => {
  const control = openControl(options.origin, options.token, 30_000);
  return {
    complete: async (scaRedirect, { decision, context, accounts }) => {
      const isCompany = context === "CORPORATE";
      const agreement = isCompany ? options.company?.agreement : undefined;
      const body = {
        scaRedirect,
        customerNumber: isCompany ? (options.company?.customer ?? "") : options.customer,
        context,
        decision,
        ...(agreement !== undefined && { agreement }),
        ...(accounts !== undefined && { accounts: [...accounts] }),
      };
      try {
        return new URL((await control.post("/sca", { body })).redirect);
      } catch (error) {
        if (!(error instanceof ControlFailed || error instanceof ControlUnreachable)) throw error;
        throw new ScaNotCompleted(`the control API says: ${error.message}`, { cause: error });
      }
    },
    close: async () => {},
  };
};
