import { attributeOids, basicConstraintsExtension, keyUsageExtension } from "@varde/protocol";
import { type Identity, readIdentity } from "./identity.ts";
import { issue } from "./issue.ts";
import { lifetimes } from "./lifetimes.ts";
import type { MakeRsaKeyPair } from "./make-key-pair.ts";

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
