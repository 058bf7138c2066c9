import { type BodyOfControl, type ControlOperations, psd2Roles } from "@varde/protocol";
import type { TppCertificate } from "../../certificate-authority/index.ts";
import { ControlRefused } from "../../control-refused.ts";
import { createFirstPayment } from "../../signing-desk/create-first-payment.ts";
import { callFromDesk, listTpps, signAtDesk } from "../../signing-desk/signing-desk.ts";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for TPPs, and requests that the sandbox signs for them. */
export const tppHandlers = {
  issueCertificate: ({ sandbox, body }) => issueAndStoreCertificate(body, sandbox),
  listTpps: async ({ sandbox }) => ({ tpps: listTpps(sandbox) }),
  readTpp: async ({ sandbox, parameters: { tppId } }) => {
    const found = sandbox.storedTpps.list().find((tpp) => tpp.tppId === tppId);
    if (found === undefined) throw new ControlRefused(`there is no TPP ${tppId}`);
    return { certificatePem: found.certificatePem, privateKeyPem: found.privateKeyPem };
  },
  listCertificates: async ({ sandbox }) => ({ certificates: sandbox.certificates.list() }),
  signRequest: ({ sandbox, body }) => signAtDesk(body, sandbox),
  createFirstPayment: ({ sandbox }) => createFirstPayment(sandbox),
  sendSignedRequest: ({ sandbox, body }) => callFromDesk(body, sandbox),
} satisfies Partial<ControlHandlers>;

const organisationNumberDefault = "310000000";

/**
 * Issues a TPP certificate: a working one, or one that is invalid in the way its kind names. The
 * sandbox stores a copy of the key, so that it can sign requests for the TPP.
 */
const issueAndStoreCertificate = async (
  requested: BodyOfControl<ControlOperations["issueCertificate"]>,
  { authority, storedTpps, clock }: Pick<ControlledSandbox, "authority" | "storedTpps" | "clock">,
): Promise<TppCertificate> => {
  const input = {
    name: requested.name ?? "Example TPP",
    organisationNumber: requested.organisationNumber ?? organisationNumberDefault,
    roles: requested.roles ?? psd2Roles,
    kind: requested.kind ?? "working",
  };
  const issued = await authority.issueTppCertificate(input);
  storedTpps.store({ ...input, issuedAt: new Date(clock.machineNow()).toISOString() }, issued);
  return issued;
};
