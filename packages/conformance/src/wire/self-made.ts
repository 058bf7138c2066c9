import { generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import {
  attributeOids,
  basicConstraintsExtension,
  isInvalid,
  issueCertificate,
  keyUsageExtension,
  type NameInput,
  type Psd2Role,
  qcStatementsExtension,
  readCertificate,
} from "@varde/protocol";
import type { SignerName } from "./change.ts";
import type { Identity } from "./sign.ts";

const dayMs = 86_400_000;

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Makes the signers that no configuration has to supply, each at its first use. */
export const createSelfMade = (
  tpp: Identity,
): ((name: Exclude<SignerName, "second">) => Promise<Identity>) => {
  const pairs = new Map<number, Promise<KeyPair>>();
  const makeKeys = (modulusLength: number): Promise<KeyPair> => {
    const pair = pairs.get(modulusLength) ?? promisify(generateKeyPair)("rsa", { modulusLength });
    pairs.set(modulusLength, pair);
    return pair;
  };
  return async (name) => {
    const pair = await makeKeys(name === "self-made-1024-bit" ? 1024 : 2048);
    if (name === "other-key") return { ...tpp, key: pair.privateKey };
    const issuer = name === "self-made-æøå" ? "Prøveutsteder Ærlig Blåbær" : "Self-made issuer";
    const endsAt = Date.now() + (name === "self-made-expired" ? -dayMs : 30 * dayMs);
    const roles = name === "self-made-other-role" ? otherRoles : usualRoles;
    return { certificate: issue({ issuer, endsAt, roles }, pair), key: pair.privateKey };
  };
};

const usualRoles = ["PSP_PI", "PSP_AI"] as const;
/** Confirms funds, and may neither pay nor read accounts. */
const otherRoles = ["PSP_IC"] as const;

const issue = (
  {
    issuer,
    endsAt,
    roles,
  }: { readonly issuer: string; readonly endsAt: number; readonly roles: readonly Psd2Role[] },
  { publicKey, privateKey }: KeyPair,
) => {
  const nameOf = (commonName: string): NameInput => [
    [attributeOids.country, "NO"],
    [attributeOids.organizationName, commonName],
    [attributeOids.organizationIdentifier, "PSDNO-FSA-310000099"],
    [attributeOids.commonName, commonName],
  ];
  const der = issueCertificate({
    // The top bit is cleared because a serial number is positive.
    serialNumber: (BigInt(`0x${randomBytes(16).toString("hex")}`) >> 1n) | 1n,
    issuer: nameOf(issuer),
    subject: nameOf("Conformance kit"),
    notBefore: endsAt - 60 * dayMs,
    notAfter: endsAt,
    publicKey,
    signingKey: privateKey,
    extensions: [
      basicConstraintsExtension(false),
      keyUsageExtension(["digitalSignature", "nonRepudiation"]),
      qcStatementsExtension({
        roles,
        ncaName: "Finanstilsynet",
        ncaId: "NO-FSA",
        qcType: "eseal",
      }),
    ],
  });
  const certificate = readCertificate(der.toString("base64"));
  if (isInvalid(certificate)) throw new TypeError(`the kit's certificate ${certificate.reason}`);
  return certificate;
};
