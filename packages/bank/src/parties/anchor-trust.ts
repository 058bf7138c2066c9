import { type Certificate, isInvalid, verifyChain } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { CertificateTrust } from "../ports/certificate-trust.ts";

/** Trusts certificates that were issued by one of the anchors and are not revoked. */
export const anchorTrust = (
  anchors: readonly Certificate[],
  isRevoked: (certificate: Certificate) => Awaitable<boolean> = () => false,
): CertificateTrust => ({
  verify: async ({ certificate, at }) => {
    if (isInvalid(verifyChain(certificate, anchors, at))) return { kind: "unknown-issuer" };
    return (await isRevoked(certificate))
      ? { kind: "refused", reason: "the certificate has been revoked" }
      : { kind: "trusted" };
  },
});
