import {
  attributeOids,
  basicConstraintsExtension,
  keyUsageExtension,
  serverAuthExtension,
  subjectAltNameExtension,
} from "@varde/protocol";
import { type Identity, readIdentity } from "./identity.ts";
import { issue } from "./issue.ts";
import { lifetimes } from "./lifetimes.ts";
import { makeEcKeyPair } from "./make-key-pair.ts";

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
