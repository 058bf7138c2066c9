import {
  attributeOids,
  basicConstraintsExtension,
  formatCertificatePem,
  keyUsageExtension,
  type NameInput,
  type Psd2Role,
  qcStatementsExtension,
  type TppCertificateKind,
} from "@varde/protocol";
import { type Identity, readIdentity } from "./identity.ts";
import { issue } from "./issue.ts";
import { makeRootIdentity } from "./make-identities.ts";
import type { MakeRsaKeyPair } from "./make-key-pair.ts";
import { traitsByKind } from "./tpp-certificate-kinds.ts";

export interface TppCertificateInput {
  readonly name: string;
  /** Nine digits; becomes PSDNO-FSA-… in the certificate. */
  readonly organisationNumber: string;
  readonly roles: readonly Psd2Role[];
  readonly kind: TppCertificateKind;
}

export interface TppCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** Certificate of the issuing authority, which for some kinds the bank does not trust. */
  readonly caPem: string;
  readonly isRevoked: boolean;
  readonly serialNumberHex: string;
}

const certificateSubject = ({ name, organisationNumber }: TppCertificateInput): NameInput => [
  [attributeOids.country, "NO"],
  [attributeOids.organizationName, name],
  [attributeOids.organizationIdentifier, `PSDNO-FSA-${organisationNumber}`],
  [attributeOids.commonName, name],
];

/** Issues a seal certificate of the requested kind, with a new key. */
export const issueTppCertificate = async (
  root: Identity,
  input: TppCertificateInput,
  nowMs: number,
  makeRsaKeyPair: MakeRsaKeyPair,
): Promise<TppCertificate> => {
  const traits = traitsByKind[input.kind];
  const [keys, issuer] = await Promise.all([
    traits.makeKeys(makeRsaKeyPair),
    traits.isOfOtherAuthority ? makeRootIdentity("Another CA", nowMs, makeRsaKeyPair) : root,
  ]);
  const certificatePem = issue({
    issuer,
    subject: certificateSubject(input),
    ...keys,
    ...traits.validity(nowMs),
    extensions: [
      basicConstraintsExtension(false),
      keyUsageExtension(["digitalSignature", "nonRepudiation"]),
      qcStatementsExtension({
        roles: traits.roles(input.roles),
        ncaName: "Finanstilsynet",
        ncaId: "NO-FSA",
        qcType: "eseal",
      }),
    ],
  });
  const { certificate } = readIdentity(keys.privateKey, certificatePem);
  return {
    certificatePem,
    privateKeyPem: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    caPem: formatCertificatePem(issuer.certificate.der),
    isRevoked: traits.isRevoked,
    serialNumberHex: certificate.serialNumberHex,
  };
};
