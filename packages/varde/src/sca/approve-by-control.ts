import type { ControlClient } from "@varde/protocol/control-client";
import type { Approver } from "./approver.ts";

interface ApproverChoice {
  readonly customerNumber: string;
  readonly context: "PRIVATE" | "CORPORATE";
  readonly agreement: string | undefined;
}

/** Approves through the control API as this customer. Nothing listens at the redirect address. */
export const approveByControl = (control: ControlClient, choice: ApproverChoice): Approver => ({
  redirectUri: "http://127.0.0.1:8090/callback",
  approve: async (scaRedirect) => {
    const { redirect } = await control.post("/sca", {
      body: {
        scaRedirect,
        customerNumber: choice.customerNumber,
        context: choice.context,
        ...(choice.agreement !== undefined && { agreement: choice.agreement }),
        decision: "approve",
      },
    });
    return redirect;
  },
  close: () => {},
});
