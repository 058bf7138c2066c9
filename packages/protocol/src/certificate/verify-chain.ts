import { X509Certificate } from "node:crypto";
import { Invalid, isInvalid } from "../invalid.ts";
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

/** A chain that does not lead to a trust anchor. */
export class InvalidChain extends Invalid {
  readonly fault: ChainFault;

  constructor(fault: ChainFault, reason: string) {
    super(reason);
    this.fault = fault;
  }
}

const chainLengthMax = 5;

/** MD2, MD5 and SHA-1 with RSA, DSA and ECDSA: signatures with them can be forged. */
const weakAlgorithms: ReadonlySet<string> = new Set([
  "1.2.840.113549.1.1.2",
  "1.2.840.113549.1.1.4",
  "1.2.840.113549.1.1.5",
  "1.2.840.10040.4.3",
  "1.2.840.10045.4.1",
]);

const date = (ms: number): string => new Date(ms).toISOString();

const findOwnFault = (certificate: Certificate, atMs: number): InvalidChain | undefined => {
  if (atMs < certificate.notBefore) {
    return new InvalidChain("not-yet-valid", `is not valid before ${date(certificate.notBefore)}`);
  }
  if (atMs > certificate.notAfter) {
    return new InvalidChain("expired", `expired ${date(certificate.notAfter)}`);
  }
  const [unknown] = certificate.unknownCriticalExtensions;
  return unknown === undefined
    ? undefined
    : new InvalidChain(
        "unknown-critical-extension",
        `has the unknown critical extension ${unknown}`,
      );
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

const followIssuers = (
  certificate: Certificate,
  below: number,
  search: Search,
): Certificate | InvalidChain => {
  if (below >= chainLengthMax)
    return new InvalidChain("chain-too-long", "has too many issuers in its chain");
  const wrong = findOwnFault(certificate, search.atMs);
  if (wrong) return wrong;
  if (weakAlgorithms.has(certificate.signatureAlgorithm)) {
    return new InvalidChain(
      "weak-signature-algorithm",
      "is signed with an algorithm that is not secure",
    );
  }
  const isNamedIssuer = (issuer: Certificate): boolean =>
    issuer.subjectDer.equals(certificate.issuerDer);
  let verdict = new InvalidChain(
    "unknown-issuer",
    "was not issued by a trusted certificate authority",
  );
  for (const issuer of [...search.anchors, ...search.intermediates].filter(isNamedIssuer)) {
    if (!mayIssue(issuer, below)) {
      verdict = new InvalidChain(
        "issuer-not-a-certificate-authority",
        "has an issuer that may not issue certificates",
      );
    } else if (!isSignedBy(certificate, issuer)) {
      verdict = new InvalidChain("bad-signature", "has the issuer's name but not its signature");
    } else if (search.anchors.includes(issuer)) {
      const anchorWrong = findOwnFault(issuer, search.atMs);
      if (anchorWrong === undefined) return issuer;
      verdict = anchorWrong;
    } else {
      const above = followIssuers(issuer, below + 1, search);
      if (!isInvalid(above)) return above;
      verdict = above;
    }
  }
  return verdict;
};

/**
 * Verifies that a certificate leads to one of the anchors, and returns that anchor. Issuers are
 * searched only among the anchors and the given intermediates: nothing is fetched. The caller
 * checks revocation, key usage of the leaf and QcType.
 */
export const verifyChain = (
  certificate: Certificate,
  anchors: readonly Certificate[],
  atMs: number,
  intermediates: readonly Certificate[] = [],
): Certificate | InvalidChain => followIssuers(certificate, 0, { anchors, intermediates, atMs });
