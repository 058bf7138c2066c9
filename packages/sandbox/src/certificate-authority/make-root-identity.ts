import { attributeOids, basicConstraintsExtension, keyUsageExtension } from "@varde/protocol";
import { type Identity, readIdentity } from "./identity.ts";
import { issue } from "./issue.ts";
import { lifetimes } from "./lifetimes.ts";
import { makeRsaKeyPair } from "./make-key-pair.ts";

/** A new authority: an RSA key and a certificate it signed itself. */
export const makeRootIdentity = async (commonName: string, nowMs: number): Promise<Identity> => {
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
