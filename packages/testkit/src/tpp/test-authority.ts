import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import {
  attributeOids,
  basicConstraintsExtension,
  type Certificate,
  formatCertificatePem,
  isInvalid,
  issueCertificate,
  type KeyUsage,
  keyUsageExtension,
  type NameInput,
  type Psd2Role,
  type QcType,
  qcStatementsExtension,
  readCertificateDer,
} from "@varde/protocol";
import type { KeyPair } from "@varde/sandbox";
import { pooledRsaKeys } from "../pooled-rsa-keys.ts";
import type { PemIdentity } from "./raw-tpp.ts";

/** How a certificate differs from a valid seal certificate. */
export interface CertificateRequest {
  readonly keys?: KeyPair;
  readonly subject?: NameInput;
  readonly serialNumber?: bigint;
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly isAuthority?: boolean;
  readonly keyUsages?: readonly KeyUsage[];
  readonly roles?: readonly Psd2Role[];
  readonly qcType?: QcType;
  readonly hasQcStatements?: boolean;
  readonly moreExtensions?: readonly Uint8Array[];
}

const dayMs = 86_400_000;

const issuedKeys = pooledRsaKeys();
const ownKeys = pooledRsaKeys();

export const tppName = (name: string, organisationNumber = "310000000"): NameInput => [
  [attributeOids.country, "NO"],
  [attributeOids.organizationName, name],
  [attributeOids.organizationIdentifier, `PSDNO-FSA-${organisationNumber}`],
  [attributeOids.commonName, name],
];

const authorityName = (name: string): NameInput => [
  [attributeOids.country, "NO"],
  [attributeOids.organizationName, "Fjordtillit AS"],
  [attributeOids.commonName, name],
];

/** A certificate authority for tests, which issues any certificate it is asked for. */
export class TestAuthority {
  readonly name: NameInput;
  readonly keys: KeyPair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly certificate: Certificate;

  constructor(name = "Test seal CA") {
    this.name = authorityName(name);
    const wish = { keys: this.keys, subject: this.name, isAuthority: true } as const;
    this.certificate = readOwn(this.#der({ ...wish, keyUsages: ["keyCertSign", "cRLSign"] }));
  }

  issue(wish: CertificateRequest = {}): PemIdentity {
    const keys = wish.keys ?? issuedKeys;
    return identityOf(this.#der({ ...wish, keys }), keys);
  }

  #der(wish: CertificateRequest & { readonly keys: KeyPair }): Buffer {
    return derOf(wish, this.name, this.keys.privateKey);
  }
}

/** Issues a certificate that is signed with its own key. */
export const selfSigned = (wish: CertificateRequest = {}): PemIdentity => {
  const keys = wish.keys ?? ownKeys;
  const subject = wish.subject ?? tppName("Self-made TPP");
  return identityOf(derOf({ ...wish, keys, subject }, subject, keys.privateKey), keys);
};

const identityOf = (der: Buffer, { privateKey }: KeyPair): PemIdentity => ({
  certificatePem: formatCertificatePem(der),
  privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
});

const derOf = (
  wish: CertificateRequest & { readonly keys: KeyPair },
  issuer: NameInput,
  signingKey: KeyObject,
): Buffer =>
  issueCertificate({
    serialNumber: wish.serialNumber ?? BigInt(`0x7f${randomBytes(8).toString("hex")}`),
    issuer,
    subject: wish.subject ?? tppName("Issued TPP"),
    notBefore: wish.notBefore ?? Date.now() - dayMs,
    notAfter: wish.notAfter ?? Date.now() + 30 * dayMs,
    publicKey: wish.keys.publicKey,
    signingKey,
    extensions: [
      basicConstraintsExtension(wish.isAuthority ?? false),
      keyUsageExtension(wish.keyUsages ?? ["digitalSignature", "nonRepudiation"]),
      ...((wish.hasQcStatements ?? !wish.isAuthority)
        ? [
            qcStatementsExtension({
              roles: wish.roles ?? ["PSP_PI", "PSP_AI"],
              ncaName: "Finanstilsynet",
              ncaId: "NO-FSA",
              qcType: wish.qcType ?? "eseal",
            }),
          ]
        : []),
      ...(wish.moreExtensions ?? []),
    ],
  });

const readOwn = (der: Buffer): Certificate => {
  const read = readCertificateDer(der);
  if (isInvalid(read)) throw new Error(read.reason);
  return read;
};

/** Returns the base64 of a PEM on one line. */
export const pemBody = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, "");
