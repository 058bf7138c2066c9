import { figurePeriods } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { createFirstPayment } from "../../signing-desk/create-first-payment.ts";
import { callFromDesk, listTpps, signAtDesk } from "../../signing-desk/signing-desk.ts";
import type { ControlHandlers } from "./control-handler.ts";
import { issueAndStoreCertificate } from "./issue-and-store-certificate.ts";

/** Handlers that create TPPs, sign requests for them, and count what they send. */
export const tppHandlers = {
  issueCertificate: ({ sandbox, body }) => issueAndStoreCertificate(body, sandbox),
  listTpps: async ({ sandbox }) => ({ tpps: listTpps(sandbox) }),
  readTpp: async ({ sandbox, parameters: { tppId } }) => {
    const found = sandbox.storedTpps.list().find((tpp) => tpp.tppId === tppId);
    if (found === undefined) throw new ControlRefused(`there is no TPP ${tppId}`);
    return { certificatePem: found.certificatePem, privateKeyPem: found.privateKeyPem };
  },
  listCertificates: async ({ sandbox }) => ({ certificates: sandbox.certificates.list() }),
  readFigures: async ({ sandbox, query: { period = "minute" } }) => {
    const known = figurePeriods.find((one) => one === period);
    if (known !== undefined) return sandbox.figures.read(known);
    throw new ControlRefused(`period must be one of ${figurePeriods.join(", ")}`);
  },
  signRequest: ({ sandbox, body }) => signAtDesk(body, sandbox),
  createFirstPayment: ({ sandbox }) => createFirstPayment(sandbox),
  sendSignedRequest: ({ sandbox, body }) => callFromDesk(body, sandbox),
} satisfies Partial<ControlHandlers>;
