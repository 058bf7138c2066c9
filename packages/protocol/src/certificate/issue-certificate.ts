import { type KeyObject, sign } from "node:crypto";
import {
  der,
  derBitString,
  derExplicit,
  derInteger,
  derOid,
  derPrintableString,
  derSequence,
  derSet,
  derTime,
  derUtf8String,
} from "./der-writer.ts";
import { attributeOids } from "./name-attribute.ts";

/** Attribute types (dotted) and values, in the order of the certificate. */
export type NameInput = readonly (readonly [oid: string, value: string])[];

export interface CertificateInput {
  readonly serialNumber: bigint;
  readonly issuer: NameInput;
  readonly subject: NameInput;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: KeyObject;
  /** The issuer's private key, RSA or EC on P-256. */
  readonly signingKey: KeyObject;
  /** DER of each extension, as created by write-extensions.ts. */
  readonly extensions: readonly Uint8Array[];
}

const algorithmByKeyType: Readonly<Record<string, Buffer>> = {
  rsa: derSequence(derOid("1.2.840.113549.1.1.11"), der(0x05)),
  ec: derSequence(derOid("1.2.840.10045.4.3.2")),
};

const encodeName = (name: NameInput): Buffer =>
  derSequence(
    ...name.map(([oid, value]) =>
      derSet(
        derSequence(
          derOid(oid),
          oid === attributeOids.country ? derPrintableString(value) : derUtf8String(value),
        ),
      ),
    ),
  );

/**
 * Issues an X.509 version 3 certificate, signed with SHA-256, and returns its DER. Used by the
 * certificate authority of the sandbox and for self-signed certificates.
 */
export const issueCertificate = (input: CertificateInput): Buffer => {
  const algorithm = algorithmByKeyType[input.signingKey.asymmetricKeyType ?? ""];
  if (algorithm === undefined) throw new TypeError("the signing key is neither RSA nor EC");
  const tbs = derSequence(
    derExplicit(0, derInteger(2n)),
    derInteger(input.serialNumber),
    algorithm,
    encodeName(input.issuer),
    derSequence(derTime(input.notBefore), derTime(input.notAfter)),
    encodeName(input.subject),
    input.publicKey.export({ type: "spki", format: "der" }),
    derExplicit(3, derSequence(...input.extensions)),
  );
  return derSequence(tbs, algorithm, derBitString(sign("sha256", tbs, input.signingKey)));
};

/** Formats the DER of a certificate as PEM. */
export const formatCertificatePem = (certificateDer: Uint8Array): string => {
  const lines = Buffer.from(certificateDer)
    .toString("base64")
    .replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};
