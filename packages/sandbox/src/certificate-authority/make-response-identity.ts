import {
  attributeOids,
  basicConstraintsExtension,
  keyUsageExtension,
  qcStatementsExtension,
} from "@varde/protocol";
import { type Identity, readIdentity } from "./identity.ts";
import { issue } from "./issue.ts";
import { lifetimes } from "./lifetimes.ts";
import type { MakeRsaKeyPair } from "./make-key-pair.ts";

/** Makes the seal that the bank signs its responses with. */
export const makeResponseIdentity = async (
  root: Identity,
  nowMs: number,
  makeRsaKeyPair: MakeRsaKeyPair,
): Promise<Identity> => {
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
