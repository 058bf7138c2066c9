import {
  attributeOids,
  basicConstraintsExtension,
  keyUsageExtension,
  qcStatementsExtension,
  serverAuthExtension,
  subjectAltNameExtension,
} from "@varde/protocol";
import { type Identity, readIdentity } from "./identity.ts";
import { issue } from "./issue.ts";
import { lifetimes } from "./lifetimes.ts";
import { type MakeRsaKeyPair, makeEcKeyPair } from "./make-key-pair.ts";

/** Makes a new authority: an RSA key and a self-signed certificate. */
export const makeRootIdentity = async (
  commonName: string,
  nowMs: number,
  makeRsaKeyPair: MakeRsaKeyPair,
): Promise<Identity> => {
  const keys = await makeRsaKeyPair();
  const pem = issue({
    subject: [
      [attributeOids.country, "NO"],
      [attributeOids.organizationName, "Varde"],
      [attributeOids.commonName, commonName],
    ],
    ...keys,
    notBefore: nowMs - lifetimes.headStartMs,
    notAfter: nowMs + lifetimes.rootMs,
    extensions: [basicConstraintsExtension(true, 0), keyUsageExtension(["keyCertSign", "cRLSign"])],
  });
  return readIdentity(keys.privateKey, pem);
};

/** Makes the seal that the bank signs its responses with. */
export const makeResponseIdentity = async (
  root: Identity,
  commonName: string,
  nowMs: number,
  makeRsaKeyPair: MakeRsaKeyPair,
): Promise<Identity> => {
  const keys = await makeRsaKeyPair();
  const pem = issue({
    issuer: root,
    subject: [
      [attributeOids.country, "NO"],
      [attributeOids.organizationName, "Varde"],
      [attributeOids.commonName, commonName],
    ],
    ...keys,
    notBefore: nowMs - lifetimes.headStartMs,
    notAfter: nowMs + lifetimes.tppMs,
    extensions: [
      basicConstraintsExtension(false),
      keyUsageExtension(["digitalSignature", "nonRepudiation"]),
      qcStatementsExtension({
        roles: ["PSP_AS"],
        ncaName: "Finanstilsynet",
        ncaId: "NO-FSA",
        qcType: "eseal",
      }),
    ],
  });
  return readIdentity(keys.privateKey, pem);
};

/** Creates the certificate and key that the sandbox uses for https. */
export const makeServerIdentity = async (
  root: Identity,
  hosts: readonly string[],
  nowMs: number,
): Promise<Identity> => {
  const keys = await makeEcKeyPair();
  const pem = issue({
    issuer: root,
    subject: [
      [attributeOids.organizationName, "Varde"],
      [attributeOids.commonName, "Varde sandbox server"],
    ],
    ...keys,
    notBefore: nowMs - lifetimes.headStartMs,
    notAfter: nowMs + lifetimes.serverMs,
    extensions: [
      basicConstraintsExtension(false),
      keyUsageExtension(["digitalSignature"]),
      serverAuthExtension(),
      subjectAltNameExtension(hosts),
    ],
  });
  return readIdentity(keys.privateKey, pem);
};
