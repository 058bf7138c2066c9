import { createFirstPayment } from "../../signing-desk/create-first-payment.ts";
import { callFromDesk, listTpps, signAtDesk } from "../../signing-desk/signing-desk.ts";
import type { ControlHandlers } from "./control-handler.ts";
import { issueAndStoreCertificate } from "./issue-and-store-certificate.ts";

/** Handlers that create TPPs and sign requests for them. */
export const tppHandlers = {
  issueCertificate: ({ sandbox, body }) => issueAndStoreCertificate(body, sandbox),
  listTpps: async ({ sandbox }) => ({ tpps: listTpps(sandbox) }),
  signRequest: ({ sandbox, body }) => signAtDesk(body, sandbox),
  createFirstPayment: ({ sandbox }) => createFirstPayment(sandbox),
  sendSignedRequest: ({ sandbox, body }) => callFromDesk(body, sandbox),
} satisfies Partial<ControlHandlers>;
