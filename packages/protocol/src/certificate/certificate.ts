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
 * What a certificate says. Reading one proves nothing: `verifyChain` tells whether someone trusted
 * stands behind it.
 */
export interface Certificate {
  /** SHA-256 of the whole DER, hexadecimal. */
  readonly fingerprint: string;
  /** SHA-256 of the SubjectPublicKeyInfo, hexadecimal: one for all certificates of a key. */
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
  /** OID of the algorithm the issuer signed with. */
  readonly signatureAlgorithm: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly organizationIdentifier?: string;
  readonly organizationName?: string;
  readonly commonName?: string;
  /** Absent without a PSD2 statement; empty when the statement names no role. */
  readonly roles?: readonly Psd2Role[];
  readonly ncaName?: string;
  readonly ncaId?: string;
  readonly qcType?: QcType;
  readonly isCertificateAuthority: boolean;
  readonly pathLengthMax?: number;
  /** Absent without the extension, which then allows every use. */
  readonly keyUsages?: readonly KeyUsage[];
  /** Critical extensions this reader does not understand: a verifier must refuse them. */
  readonly unknownCriticalExtensions: readonly string[];
}
