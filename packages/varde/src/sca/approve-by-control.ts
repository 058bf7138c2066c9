import type { ControlClient } from "../control-client.ts";
import type { Approver } from "./approver.ts";

interface Wish {
  readonly customerNumber: string;
  readonly context: "PRIVATE" | "CORPORATE";
  readonly agreement: string | undefined;
}

/** Has the sandbox walk through its own pages as this customer; nobody listens at the address. */
export const approveByControl = (control: ControlClient, wish: Wish): Approver => ({
  redirectUri: "http://127.0.0.1:8090/callback",
  approve: async (scaRedirect) => {
    const answer = await control.post<{ redirect: string }>("/sca", {
      scaRedirect,
      customerNumber: wish.customerNumber,
      context: wish.context,
      ...(wish.agreement !== undefined && { agreement: wish.agreement }),
      decision: "approve",
    });
    return answer.redirect;
  },
  close: () => {},
});
