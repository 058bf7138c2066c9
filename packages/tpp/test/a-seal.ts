import type { KeyObject } from "node:crypto";
import {
  attributeOids,
  basicConstraintsExtension,
  type Certificate,
  formatCertificatePem,
  isInvalid,
  issueCertificate,
  keyUsageExtension,
  type NameInput,
  readCertificateDer,
  subjectAltNameExtension,
} from "@varde/protocol";
import { pooledRsaKeys } from "@varde/testkit/keys";

export interface Seal {
  readonly certificate: Certificate;
  readonly certificatePem: string;
  readonly privateKey: KeyObject;
  readonly privateKeyPem: string;
}

const dayMs = 86_400_000;
const authorityName: NameInput = [
  [attributeOids.country, "NO"],
  [attributeOids.commonName, "Test Authority"],
];

const authorityKeys = pooledRsaKeys();
const leafKeys = pooledRsaKeys();

const issue = (
  subject: NameInput,
  issuer: NameInput,
  publicKey: KeyObject,
  extensions: readonly Uint8Array[],
) => {
  const der = issueCertificate({
    serialNumber: 0x0a1b2c3dn,
    issuer,
    subject,
    notBefore: Date.now() - dayMs,
    notAfter: Date.now() + dayMs,
    publicKey,
    signingKey: authorityKeys.privateKey,
    extensions,
  });
  const certificate = readCertificateDer(der);
  if (isInvalid(certificate)) throw new Error(certificate.reason);
  return { certificate: certificate, certificatePem: formatCertificatePem(der) };
};

/** The authority that issues every seal of these tests. */
export const anAuthorityPem = (): string =>
  issue(authorityName, authorityName, authorityKeys.publicKey, [
    basicConstraintsExtension(true),
    keyUsageExtension(["keyCertSign", "cRLSign"]),
  ]).certificatePem;

export interface SealOptions {
  readonly issuer?: NameInput;
  readonly organizationIdentifier?: string;
  readonly addresses?: boolean;
}

/** Creates a certificate with its key, for a TPP, the seal of a bank or the server of a bank. */
export const aSeal = (commonName: string, options: SealOptions = {}): Seal => {
  const { organizationIdentifier, issuer = authorityName } = options;
  const subject: NameInput = [
    [attributeOids.country, "NO"],
    ...(organizationIdentifier === undefined
      ? []
      : ([[attributeOids.organizationIdentifier, organizationIdentifier]] as const)),
    [attributeOids.commonName, commonName],
  ];
  const extensions = [
    basicConstraintsExtension(false),
    keyUsageExtension(["digitalSignature", "nonRepudiation"]),
    ...(options.addresses ? [subjectAltNameExtension(["localhost", "127.0.0.1"])] : []),
  ];
  return {
    ...issue(subject, issuer, leafKeys.publicKey, extensions),
    privateKey: leafKeys.privateKey,
    privateKeyPem: leafKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
};
