import { generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import {
  attributeOids,
  basicConstraintsExtension,
  isInvalid,
  issueCertificate,
  keyUsageExtension,
  type NameInput,
  qcStatementsExtension,
  readCertificate,
} from "@varde/protocol";
import type { SignerName } from "./change.ts";
import type { Identity } from "./sign.ts";

const dayMs = 86_400_000;

/** Makes the signers that no configuration has to supply, each at its first use. */
export const createSelfMade = (
  tpp: Identity,
): ((name: Exclude<SignerName, "second">) => Promise<Identity>) => {
  let keys: Promise<{ publicKey: KeyObject; privateKey: KeyObject }> | undefined;
  const makeKeys = () => (keys ??= promisify(generateKeyPair)("rsa", { modulusLength: 2048 }));
  return async (name) => {
    const pair = await makeKeys();
    if (name === "other-key") return { ...tpp, key: pair.privateKey };
    const issuer = name === "self-made-æøå" ? "Prøveutsteder Ærlig Blåbær" : "Self-made issuer";
    const endsAt = Date.now() + (name === "self-made-expired" ? -dayMs : 30 * dayMs);
    return { certificate: issue(issuer, endsAt, pair), key: pair.privateKey };
  };
};

const issue = (
  issuer: string,
  endsAt: number,
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
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
        roles: ["PSP_PI", "PSP_AI"],
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
