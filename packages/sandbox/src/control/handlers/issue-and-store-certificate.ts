import { type BodyOfControl, type ControlOperations, psd2Roles } from "@varde/protocol";
import type { TppCertificate } from "../../certificate-authority/index.ts";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";

const organisationNumberDefault = "310000000";

/**
 * Issues a TPP certificate: a working one, or one that is invalid in the way its kind names. The
 * sandbox stores a copy of the key, so that it can sign requests for the TPP.
 */
export const issueAndStoreCertificate = async (
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
