import { type KeyObject, randomBytes } from "node:crypto";
import {
  authorityKeyIdentifierExtension,
  formatCertificatePem,
  issueCertificate,
  type NameInput,
  subjectKeyIdentifierExtension,
} from "@varde/protocol";
import type { Identity } from "./identity.ts";

export interface IssueInput {
  /** Absent for a self-signed certificate. */
  readonly issuer?: Identity;
  readonly subject: NameInput;
  readonly publicKey: KeyObject;
  /** Key of the subject; used only for a self-signed certificate. */
  readonly privateKey: KeyObject;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly extensions: readonly Uint8Array[];
}

/** Returns 127 random bits as a positive number; RFC 5280 requires an unpredictable one. */
const newSerialNumber = (): bigint => (BigInt(`0x${randomBytes(16).toString("hex")}`) >> 1n) | 1n;

/** Issues a certificate and returns it as PEM. */
export const issue = ({ issuer, publicKey, privateKey, ...input }: IssueInput): string => {
  const issuerName: NameInput =
    issuer?.certificate.subject.map(({ oid, value }) => [oid, value]) ?? input.subject;
  const certificate = issueCertificate({
    serialNumber: newSerialNumber(),
    issuer: issuerName,
    subject: input.subject,
    notBefore: input.notBefore,
    notAfter: input.notAfter,
    publicKey,
    signingKey: issuer?.key ?? privateKey,
    extensions: [
      ...input.extensions,
      subjectKeyIdentifierExtension(publicKey),
      authorityKeyIdentifierExtension(issuer?.certificate.publicKey ?? publicKey),
    ],
  });
  return formatCertificatePem(certificate);
};
