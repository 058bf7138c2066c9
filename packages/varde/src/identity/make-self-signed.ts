import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import {
  attributeOids,
  basicConstraintsExtension,
  formatCertificatePem,
  issueCertificate,
  keyUsageExtension,
  type NameInput,
  type Psd2Role,
  qcStatementsExtension,
} from "@varde/protocol";

const validDays = 365;
const dayMs = 86_400_000;

/** Makes a key and a self-signed certificate, without a bank. Sandboxes may accept it. */
export const makeSelfSigned = async (input: {
  readonly name: string;
  readonly organisationNumber: string;
  readonly roles: readonly Psd2Role[];
}): Promise<{ readonly certificate: string; readonly key: string }> => {
  const keys = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const subject: NameInput = [
    [attributeOids.country, "NO"],
    [attributeOids.organizationName, input.name],
    [attributeOids.organizationIdentifier, `PSDNO-FSA-${input.organisationNumber}`],
    [attributeOids.commonName, input.name],
  ];
  const now = Date.now();
  const der = issueCertificate({
    // The top bit is cleared because a serial number is positive.
    serialNumber: (BigInt(`0x${randomBytes(16).toString("hex")}`) >> 1n) | 1n,
    issuer: subject,
    subject,
    notBefore: now - dayMs,
    notAfter: now + validDays * dayMs,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    extensions: [
      basicConstraintsExtension(false),
      keyUsageExtension(["digitalSignature", "nonRepudiation"]),
      qcStatementsExtension({
        roles: input.roles,
        ncaName: "Finanstilsynet",
        ncaId: "NO-FSA",
        qcType: "eseal",
      }),
    ],
  });
  return {
    certificate: formatCertificatePem(der),
    key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
};
