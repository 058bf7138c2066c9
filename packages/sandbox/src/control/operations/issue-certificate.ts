import { type Psd2Role, psd2Roles, type Static, schemaType } from "@varde/protocol";
import {
  type TppCertificate,
  type TppCertificateKind,
  tppCertificateKinds,
} from "../../certificate-authority/index.ts";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";

const { list, object, oneOf, optional, string } = schemaType;

const organisationNumberDefault = "310000000";

export const certificateRequestSchema = object({
  name: optional(string({ minLength: 1, maxLength: 64 })),
  organisationNumber: optional(string({ pattern: "^[0-9]{9}$", description: "nine digits" })),
  roles: optional(list(oneOf(psd2Roles), { description: "a list of PSD2 roles" })),
  kind: optional(oneOf(tppCertificateKinds)),
});

/**
 * Issues a TPP certificate: a working one, or one that is invalid in the way its kind names. The
 * sandbox stores a copy of the key, so that it can sign requests for the TPP.
 */
export const issueCertificate = async (
  requested: Static<typeof certificateRequestSchema>,
  { authority, storedTpps, clock }: Pick<ControlledSandbox, "authority" | "storedTpps" | "clock">,
): Promise<TppCertificate> => {
  const input = {
    name: requested.name ?? "Example TPP",
    organisationNumber: requested.organisationNumber ?? organisationNumberDefault,
    roles: (requested.roles as readonly Psd2Role[] | undefined) ?? psd2Roles,
    kind: (requested.kind as TppCertificateKind | undefined) ?? "working",
  };
  const issued = await authority.issueTppCertificate(input);
  storedTpps.store({ ...input, issuedAt: new Date(clock.machineNow()).toISOString() }, issued);
  return issued;
};
