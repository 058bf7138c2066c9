import { object, optional, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

/** Operations on payments, in the bank's own channel and in the core bank. */
export const ownChannelOperations = {
  changePayment: {
    method: "PATCH",
    path: "/payments/{paymentId}",
    summary:
      "Changes a payment that waits for its execution date, as the PSU would in the online bank.",
    needsWorld: true,
    body: object({
      amount: optional(string({ maxLength: 20, description: 'an amount like "100.00"' })),
      requestedExecutionDate: optional(string({ maxLength: 10, description: "a date" })),
      remittanceInformationUnstructured: optional(string({ minLength: 1, maxLength: 140 })),
    }),
    status: 204,
  },
  cancelPayment: {
    method: "POST",
    path: "/payments/{paymentId}/cancel",
    summary: "Cancels a payment, as the PSU would in the online bank.",
    needsWorld: true,
    status: 204,
  },
  releasePayment: {
    method: "POST",
    path: "/payments/{paymentId}/release",
    summary: "Releases a payment that a scenario or its creditor account holds as PDNG.",
    needsWorld: true,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
