import type { CertificateToVerify, CertificateTrust, TrustVerdict } from "@varde/bank";
import { attributeOids, type Certificate, findAttribute, isInvalid } from "@varde/protocol";
import type { AuthoritySource } from "./authorities/authorities.ts";
import { findPath } from "./authorities/find-path.ts";
import { RevocationCheck, type RevocationOptions } from "./revocation/revocation-check.ts";

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

/** `PSD`, the country, the authority and its number for the TPP (ETSI TS 119 495). */
const identifierPattern = /^PSD([A-Z]{2})-([A-Z]{2,8})-.+$/;

/**
 * Returns why a certificate cannot belong to a TPP: it is not a qualified one, or its authority,
 * country and organizationIdentifier disagree. The reason continues "the certificate".
 */
const findIdentityFault = (certificate: Certificate): string | undefined => {
  const { organizationIdentifier = "", ncaId, subject } = certificate;
  if (certificate.hasQcCompliance !== true) return "has no statement that it is qualified";
  if (ncaId === undefined) return "has no PSD2 statement";
  const [, country, authority] = identifierPattern.exec(organizationIdentifier) ?? [];
  if (country === undefined) {
    return `has the organizationIdentifier "${organizationIdentifier}", which is not one of PSD2`;
  }
  if (ncaId !== `${country}-${authority}`) {
    return `names the authority ${ncaId}, but is registered with ${country}-${authority}`;
  }
  const written = findAttribute(subject, attributeOids.country);
  return written === country
    ? undefined
    : `has the country ${written ?? "(none)"}, but is registered in ${country}`;
};
