import { formatKeyId, isInvalid, readCertificatePem } from "@varde/protocol";
import { CommandFailed } from "../command.ts";

/** Returns the facts of a certificate that are shown. */
export const describeCertificate = (pem: string) => {
  const read = readCertificatePem(pem);
  if (isInvalid(read)) throw new CommandFailed(`The TPP's certificate ${read.reason}.`);
  const { organizationIdentifier, roles, notBefore, notAfter } = read;
  return {
    organizationIdentifier,
    roles: roles ?? [],
    notBefore: new Date(notBefore).toISOString(),
    notAfter: new Date(notAfter).toISOString(),
    keyId: formatKeyId(read),
  };
};
