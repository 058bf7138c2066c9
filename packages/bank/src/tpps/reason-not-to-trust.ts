import { type Certificate, formatDistinguishedName, isInvalid, verifyChain } from "@varde/protocol";
import type { Bank } from "../bank.ts";

/**
 * Returns why the bank does not trust the certificate, for the log only: every caller gets the same
 * text. With the trust setting "any", a certificate needs no chain.
 */
export const reasonNotToTrust = async (
  certificate: Certificate,
  bank: Pick<Bank, "configuration" | "clock" | "tppRegister">,
): Promise<string | undefined> => {
  const { trust, anchors } = bank.configuration;
  const now = bank.clock.machineNow();
  if (now < certificate.notBefore) return "the certificate is not valid yet";
  if (now > certificate.notAfter) return "the certificate has expired";
  if (certificate.isCertificateAuthority && !isSelfSigned(certificate)) {
    return "a certificate authority's own certificate cannot sign requests";
  }
  const chains = isAnchored(certificate, anchors, now);
  if (trust !== "any" && !chains)
    return "the certificate does not chain to a trust anchor of this bank";
  if (certificate.keyUsages !== undefined && !signsRequests(certificate)) {
    return "the certificate's key usage does not cover signatures";
  }
  if (certificate.qcType !== undefined && certificate.qcType !== "eseal") {
    return `the certificate is a ${certificate.qcType} certificate, not a seal`;
  }
  if (trust === "anchors" && certificate.qcType === undefined) {
    return "the certificate has no QcStatement for a seal";
  }
  const issuer = formatDistinguishedName(certificate.issuer);
  if (await bank.tppRegister.isRevoked(issuer, certificate.serialNumberHex)) {
    return "the certificate has been revoked";
  }
  return undefined;
};

/** Whether the certificate was issued under one of the bank's trust anchors. */
export const isAnchored = (
  certificate: Certificate,
  anchors: readonly Certificate[],
  now: number,
): boolean => anchors.length > 0 && !isInvalid(verifyChain(certificate, anchors, now));

const isSelfSigned = (certificate: Certificate): boolean =>
  formatDistinguishedName(certificate.issuer) === formatDistinguishedName(certificate.subject);

const signsRequests = (certificate: Certificate): boolean =>
  (certificate.keyUsages ?? []).some(
    (usage) => usage === "digitalSignature" || usage === "nonRepudiation",
  );
