import type { Check } from "../check.ts";
import { refuse } from "../refusal.ts";
import type { RequestContext } from "../request-context.ts";

const takesBody = new Set([
  "createPayment",
  "createBasket",
  "confirmFunds",
  "putContact",
  "createCustomer",
  "createSandboxAccount",
  "createSandboxTransactions",
  "createSandboxCardAccount",
  "createSandboxCardTransactions",
  "createSandboxAgreement",
  "createEngagements",
]);

/** Whether the operation reads its body; others ignore what they are sent. */
export const readsBody = (context: RequestContext): boolean => takesBody.has(context.operation.id);

const json = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** GEN-04: all payloads are JSON in UTF-8. */
export const checkMediaType: Check = (context) => {
  if (readsBody(context)) {
    const type = context.header("content-type");
    if (type === undefined || !json.test(type) || context.header("content-encoding")) {
      return refuse({
        code: "BAD_REQUEST",
        status: 415,
        path: "Content-Type",
        text: "The body must be sent as application/json in UTF-8, without content encoding.",
      });
    }
  }
  const accept = context.header("accept");
  if (accept !== undefined && !/\*\/\*|application\/(?:\*|json)|^\s*$/i.test(accept)) {
    return refuse({
      code: "BAD_REQUEST",
      status: 406,
      path: "Accept",
      text: "This interface answers application/json only; Accept must allow it.",
    });
  }
  return undefined;
};
