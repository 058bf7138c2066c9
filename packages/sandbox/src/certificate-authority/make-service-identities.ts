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
import { lifetimes } from "./limits.ts";
import { makeEcKeyPair, makeRsaKeyPair } from "./make-key-pair.ts";

/** The bank's own seal, with which it signs its answers. */
export const makeResponseIdentity = async (root: Identity, nowMs: number): Promise<Identity> => {
  const keys = await makeRsaKeyPair();
  const pem = issue({
    issuer: root,
    subject: [
      [attributeOids.country, "NO"],
      [attributeOids.organizationName, "Varde"],
      [attributeOids.commonName, "Varde sandbox bank"],
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

/** What the sandbox shows to whoever connects with https. */
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
