import { X509Certificate } from "node:crypto";
import type { Certificate } from "./certificate.ts";

export const chainFaults = [
  "not-yet-valid",
  "expired",
  "unknown-issuer",
  "issuer-not-a-certificate-authority",
  "bad-signature",
  "weak-signature-algorithm",
  "unknown-critical-extension",
  "chain-too-long",
] as const;
export type ChainFault = (typeof chainFaults)[number];

/** The anchor a certificate leads to, or what is wrong with the way there. */
export type ChainVerdict =
  | { readonly ok: true; readonly anchor: Certificate }
  | { readonly ok: false; readonly fault: ChainFault; readonly reason: string };

const chainLengthMax = 5;

/** md5, sha1 and their kin with RSA, DSA and ECDSA: forgeable, so they prove nothing. */
const weakAlgorithms: ReadonlySet<string> = new Set([
  "1.2.840.113549.1.1.2",
  "1.2.840.113549.1.1.4",
  "1.2.840.113549.1.1.5",
  "1.2.840.10040.4.3",
  "1.2.840.10045.4.1",
]);

const refuse = (fault: ChainFault, reason: string): ChainVerdict => ({ ok: false, fault, reason });

const date = (ms: number): string => new Date(ms).toISOString();

const refuseByItself = (certificate: Certificate, atMs: number): ChainVerdict | undefined => {
  if (atMs < certificate.notBefore) {
    return refuse("not-yet-valid", `is not valid before ${date(certificate.notBefore)}`);
  }
  if (atMs > certificate.notAfter) {
    return refuse("expired", `expired ${date(certificate.notAfter)}`);
  }
  const [unknown] = certificate.unknownCriticalExtensions;
  return unknown === undefined
    ? undefined
    : refuse("unknown-critical-extension", `has the unknown critical extension ${unknown}`);
};

const mayIssue = (issuer: Certificate, certificatesBelow: number): boolean =>
  issuer.isCertificateAuthority &&
  (issuer.keyUsages?.includes("keyCertSign") ?? true) &&
  certificatesBelow <= (issuer.pathLengthMax ?? certificatesBelow);

const isSignedBy = (certificate: Certificate, issuer: Certificate): boolean => {
  try {
    return new X509Certificate(certificate.der).verify(issuer.publicKey);
  } catch {
    return false;
  }
};

interface Search {
  readonly anchors: readonly Certificate[];
  readonly intermediates: readonly Certificate[];
  readonly atMs: number;
}

const climb = (certificate: Certificate, below: number, search: Search): ChainVerdict => {
  if (below >= chainLengthMax) return refuse("chain-too-long", "leads through too many issuers");
  const wrong = refuseByItself(certificate, search.atMs);
  if (wrong) return wrong;
  if (weakAlgorithms.has(certificate.signatureAlgorithm)) {
    return refuse("weak-signature-algorithm", "is signed with an algorithm that can be forged");
  }
  const named = (issuer: Certificate): boolean => issuer.subjectDer.equals(certificate.issuerDer);
  let verdict = refuse("unknown-issuer", "was issued by no certificate authority that is trusted");
  for (const issuer of [...search.anchors, ...search.intermediates].filter(named)) {
    if (!mayIssue(issuer, below)) {
      verdict = refuse("issuer-not-a-certificate-authority", "has an issuer that may not issue");
    } else if (!isSignedBy(certificate, issuer)) {
      verdict = refuse("bad-signature", "bears the issuer's name but not its signature");
    } else if (search.anchors.includes(issuer)) {
      const anchorWrong = refuseByItself(issuer, search.atMs);
      if (anchorWrong === undefined) return { ok: true, anchor: issuer };
      verdict = anchorWrong;
    } else {
      const above = climb(issuer, below + 1, search);
      if (above.ok) return above;
      verdict = above;
    }
  }
  return verdict;
};

/**
 * Follows a certificate to one of the anchors. Issuers are found among the anchors and the given
 * intermediates only: nothing the certificate itself points to is ever fetched. Revocation, key
 * usage of the leaf and QcType are the caller's to check.
 */
export const verifyChain = (
  certificate: Certificate,
  anchors: readonly Certificate[],
  atMs: number,
  intermediates: readonly Certificate[] = [],
): ChainVerdict => climb(certificate, 0, { anchors, intermediates, atMs });
