import { type Parsed, type Psd2Role, parsed, psd2Roles, unparsable } from "@varde/protocol";
import { type TppCertificateKind, tppCertificateKinds } from "../certificate-authority/index.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

const organisationNumberDefault = "310000000";

/** Issues a TPP certificate, a working one or one that fails in the way its kind says. */
export const issueCertificate = async (
  body: Readonly<Record<string, unknown>>,
  { authority }: Pick<ControlledSandbox, "authority">,
): Promise<Parsed<object>> => {
  const { name = "Example TPP", organisationNumber = organisationNumberDefault } = body;
  const { roles = psd2Roles, kind = "working" } = body;
  if (typeof name !== "string" || name.length === 0 || name.length > 64) {
    return unparsable("name must be a text of 1 to 64 characters");
  }
  if (typeof organisationNumber !== "string" || !/^[0-9]{9}$/.test(organisationNumber)) {
    return unparsable("organisationNumber must be a text of nine digits");
  }
  if (!Array.isArray(roles) || !roles.every((role) => psd2Roles.includes(role as Psd2Role))) {
    return unparsable(`roles must be a list of ${psd2Roles.join(", ")}`);
  }
  if (!(tppCertificateKinds as readonly unknown[]).includes(kind)) {
    return unparsable(`kind must be one of ${tppCertificateKinds.join(", ")}`);
  }
  return parsed(
    await authority.issueTppCertificate({
      name,
      organisationNumber,
      roles: roles as readonly Psd2Role[],
      kind: kind as TppCertificateKind,
    }),
  );
};
