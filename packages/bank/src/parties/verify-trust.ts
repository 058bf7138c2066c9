import { type Certificate, formatDistinguishedName } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import type { CertificateUse } from "../ports/certificate-trust.ts";

/** Whether the bank trusts a certificate. */
export interface CertificateVerdict {
  /** Why not, for the log only: every caller gets the same text. */
  readonly reasonToRefuse?: string;
  /** Whether the certificate chains to an anchor, so that the names in it are true. */
  readonly isAnchored: boolean;
}

/** How long a certificate stays trusted before it is verified again. */
export const trustMs = 60_000;

const qcTypes = { seal: "eseal", website: "web" } as const;

/**
 * Verifies that the bank trusts a certificate for a use. With the trust setting "any", a
 * certificate needs no chain.
 */
export const verifyTrust = async (
  certificate: Certificate,
  use: CertificateUse,
  bank: Pick<Bank, "configuration" | "clock" | "certificateTrust">,
): Promise<CertificateVerdict> => {
  const { trust } = bank.configuration;
  const at = bank.clock.machineNow();
  const unsuitable = findUnsuitable(certificate, use, trust, at);
  if (unsuitable !== undefined) return refused(unsuitable);
  const verdict = await bank.certificateTrust.verify({ certificate, use, at });
  if (verdict.kind === "refused") return refused(verdict.reason);
  if (verdict.kind === "trusted") return { isAnchored: true };
  return trust === "any"
    ? { isAnchored: false }
    : refused("the certificate does not chain to a trust anchor of this bank");
};

const refused = (reasonToRefuse: string): CertificateVerdict => ({
  reasonToRefuse,
  isAnchored: false,
});

/** Returns why the certificate cannot be used, whoever issued it. */
const findUnsuitable = (
  certificate: Certificate,
  use: CertificateUse,
  trust: Bank["configuration"]["trust"],
  at: number,
): string | undefined => {
  if (at < certificate.notBefore) return "the certificate is not valid yet";
  if (at > certificate.notAfter) return "the certificate has expired";
  if (certificate.isCertificateAuthority && !isSelfSigned(certificate)) {
    return "a certificate authority's own certificate cannot sign requests";
  }
  if (certificate.keyUsages !== undefined && !signs(certificate)) {
    return "the certificate's key usage does not cover signatures";
  }
  const { qcType } = certificate;
  if (qcType !== undefined && qcType !== qcTypes[use]) {
    return `the certificate has the QcType ${qcType}, not ${qcTypes[use]}`;
  }
  return trust === "anchors" && qcType === undefined
    ? `the certificate has no QcType; it must be ${qcTypes[use]}`
    : undefined;
};

const isSelfSigned = (certificate: Certificate): boolean =>
  formatDistinguishedName(certificate.issuer) === formatDistinguishedName(certificate.subject);

const signs = (certificate: Certificate): boolean =>
  (certificate.keyUsages ?? []).some(
    (usage) => usage === "digitalSignature" || usage === "nonRepudiation",
  );
