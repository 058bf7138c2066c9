import type { CertificateToVerify, CertificateTrust, TrustVerdict } from "@varde/bank";
import { isInvalid } from "@varde/protocol";
import type { AuthoritySource } from "../authorities/authorities.ts";
import { RevocationCheck, type RevocationOptions } from "../revocation/revocation-check.ts";
import { findPath } from "./find-path.ts";
import { findIdentityFault } from "./identity-faults.ts";

export interface EidasTrustOptions {
  readonly authorities: AuthoritySource;
  readonly revocation: RevocationOptions;
}

/**
 * Trusts qualified certificates of PSD2 that lead to a trusted authority and are not revoked.
 *
 * @example
 * const authorities = await openFileAuthorities({ anchors: "authorities.pem" }, { onFault });
 * const revocation = { whenUnavailable: "refuse" };
 * const certificateTrust = createEidasTrust({ authorities, revocation });
 */
export const createEidasTrust = ({
  authorities,
  revocation,
}: EidasTrustOptions): CertificateTrust => {
  const revocations = new RevocationCheck(revocation);
  return {
    verify: async ({ certificate, use, at }: CertificateToVerify): Promise<TrustVerdict> => {
      const trusted = authorities.read(use, at);
      const path = await findPath(certificate, trusted, at);
      if (isInvalid(path)) return refuse(path.reason);
      const fault = findIdentityFault(certificate);
      if (fault !== undefined) return refuse(fault);
      const revoked = await revocations.findReason(path, trusted.statusSources, at);
      return revoked === undefined ? { kind: "trusted" } : refuse(revoked);
    },
  };
};

const refuse = (reason: string): TrustVerdict => ({
  kind: "refused",
  reason: `the certificate ${reason}`,
});
