import { generateKeyPairSync } from "node:crypto";
import { type KeyPair, pooledRsaKeys } from "@varde/testkit/keys";
import {
  attributeOids,
  basicConstraintsExtension,
  type Certificate,
  issueCertificate,
  keyUsageExtension,
  type NameInput,
  qcStatementsExtension,
  readCertificateDer,
} from "../../src/certificate/index.ts";
import { isInvalid } from "../../src/invalid.ts";

export const rsaKeys: KeyPair = pooledRsaKeys();
export const otherRsaKeys: KeyPair = pooledRsaKeys();
export const ecKeys: KeyPair = generateKeyPairSync("ec", { namedCurve: "P-256" });

export const dayMs = 86_400_000;
export const nowMs = Date.UTC(2026, 10, 15, 12);

export const issuerName: NameInput = [
  [attributeOids.country, "NO"],
  [attributeOids.organizationName, "Fjordtillit AS"],
  [attributeOids.organizationIdentifier, "NTRNO-310000000"],
  [attributeOids.commonName, "Seal CA"],
];

const subjectName: NameInput = [
  [attributeOids.country, "NO"],
  [attributeOids.organizationName, "Blåbær Betaling AS"],
  [attributeOids.organizationIdentifier, "PSDNO-FSA-310000000"],
  [attributeOids.commonName, "blabaer.example"],
];

export const sealExtensions = (): Buffer[] => [
  basicConstraintsExtension(false),
  keyUsageExtension(["digitalSignature", "nonRepudiation"]),
  qcStatementsExtension({
    roles: ["PSP_PI", "PSP_AI"],
    ncaName: "Finanstilsynet",
    ncaId: "NO-FSA",
    qcType: "eseal",
  }),
];

export interface CertificateOptions {
  readonly serialNumber?: bigint;
  readonly issuer?: NameInput;
  readonly subject?: NameInput;
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly keys?: KeyPair;
  readonly issuerKeys?: KeyPair;
  readonly extensions?: readonly Uint8Array[];
}

/** Returns the DER of a valid seal certificate with some changes. */
export const aCertificateDer = (options: CertificateOptions = {}): Buffer =>
  issueCertificate({
    serialNumber: options.serialNumber ?? 0x0a1b2c3dn,
    issuer: options.issuer ?? issuerName,
    subject: options.subject ?? subjectName,
    notBefore: options.notBefore ?? nowMs - dayMs,
    notAfter: options.notAfter ?? nowMs + 365 * dayMs,
    publicKey: (options.keys ?? rsaKeys).publicKey,
    signingKey: (options.issuerKeys ?? ecKeys).privateKey,
    extensions: options.extensions ?? sealExtensions(),
  });

export const aCertificate = (options: CertificateOptions = {}): Certificate => {
  const read = readCertificateDer(aCertificateDer(options));
  if (isInvalid(read)) throw new Error(read.reason);
  return read;
};

/** Returns the certificate of an authority, self-signed unless changed. */
export const anAuthority = (options: CertificateOptions & { pathLengthMax?: number } = {}) =>
  aCertificate({
    serialNumber: 1n,
    issuer: issuerName,
    subject: issuerName,
    keys: ecKeys,
    issuerKeys: ecKeys,
    extensions: [
      basicConstraintsExtension(true, options.pathLengthMax),
      keyUsageExtension(["keyCertSign", "cRLSign"]),
    ],
    ...options,
  });
