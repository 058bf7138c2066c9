import type { KeyObject } from "node:crypto";
import type { NameAttribute } from "./name-attribute.ts";
import type { Psd2Role, QcType } from "./qc-statements.ts";

export const keyUsages = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
] as const;
export type KeyUsage = (typeof keyUsages)[number];

export type KeyType = "rsa" | "rsa-pss" | "ec" | "other";

/**
 * The content of a certificate. A certificate that was only read is not trusted: `verifyChain`
 * checks who issued it.
 */
export interface Certificate {
  /** SHA-256 of the whole DER, hexadecimal. */
  readonly fingerprint: string;
  /** SHA-256 of the SubjectPublicKeyInfo, hexadecimal: the same for all certificates of a key. */
  readonly publicKeyFingerprint: string;
  readonly der: Buffer;
  readonly serialNumber: bigint;
  /** Upper-case hexadecimal of the serial number's bytes, as OpenSSL prints it. */
  readonly serialNumberHex: string;
  readonly issuer: readonly NameAttribute[];
  readonly subject: readonly NameAttribute[];
  readonly issuerDer: Buffer;
  readonly subjectDer: Buffer;
  readonly publicKey: KeyObject;
  readonly keyType: KeyType;
  readonly modulusBits?: number;
  /** Only of an RSA key; odd and above 1. */
  readonly publicExponent?: bigint;
  /** OID of the algorithm the issuer signed with. */
  readonly signatureAlgorithm: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly organizationIdentifier?: string;
  readonly organizationName?: string;
  readonly commonName?: string;
  /** Absent without a PSD2 statement; empty if the statement has no roles. */
  readonly roles?: readonly Psd2Role[];
  readonly ncaName?: string;
  readonly ncaId?: string;
  readonly qcType?: QcType;
  /** True if the issuer states that the certificate is qualified (QcCompliance). */
  readonly hasQcCompliance?: true;
  /** True if the SEQUENCE around the statements is missing. */
  readonly hasBareQcStatements?: true;
  readonly isCertificateAuthority: boolean;
  readonly pathLengthMax?: number;
  /** Absent without the extension, in which case every use is allowed. */
  readonly keyUsages?: readonly KeyUsage[];
  /** Critical extensions that are not supported: a verifier must refuse the certificate. */
  readonly unknownCriticalExtensions: readonly string[];
}
