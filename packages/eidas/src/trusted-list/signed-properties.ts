import { createHash, type X509Certificate } from "node:crypto";
import { children, find, isNamed, readText, type XmlElement } from "./xml.ts";

export const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
const propertiesNamespace = "http://uri.etsi.org/01903/v1.3.2#";

/** SHA-256, SHA-384 and SHA-512, by the names that XML signatures give them. */
const hashByMethod: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/04/xmlenc#sha256": "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384": "sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512": "sha512",
};

/** How far the clock of a list's signer may be ahead. */
const clockSkewMs = 300_000;

/** Whether a signed element is the SignedProperties of XAdES. */
export const isSignedProperties = (element: XmlElement): boolean =>
  isNamed(element, propertiesNamespace, "SignedProperties");

/**
 * Returns why the signed properties of a signature (XAdES, EN 319 132-1) do not fit the certificate
 * that verified it, or undefined if they do. They name the signer by the digest of its certificate:
 * without it, another certificate with the same key could stand in. The reason is a sentence.
 */
export const findPropertiesFault = (
  properties: XmlElement,
  signer: X509Certificate,
  at: number,
): string | undefined => {
  const ofSignature = find(properties, propertiesNamespace, "SignedSignatureProperties");
  const signedAt = Date.parse(
    ofSignature.flatMap((each) => texts(each, "SigningTime"))[0] ?? "missing",
  );
  if (Number.isNaN(signedAt)) return "The signature has no SigningTime.";
  if (signedAt > at + clockSkewMs) return "The SigningTime is in the future.";
  if (signedAt < Date.parse(signer.validFrom) || signedAt > Date.parse(signer.validTo)) {
    return "The SigningTime is outside the validity of the signer's certificate.";
  }
  const digests = ofSignature
    .flatMap(children)
    .filter(({ localName }) => /^SigningCertificate(?:V2)?$/.test(localName))
    .flatMap((each) => find(each, propertiesNamespace, "Cert", "CertDigest"));
  return digests.some((digest) => isDigest(digest, signer))
    ? undefined
    : "The SigningCertificate is not the certificate that verifies the signature.";
};

const texts = (from: XmlElement, name: string): readonly string[] =>
  find(from, propertiesNamespace, name).map(readText);

const isDigest = (digest: XmlElement, { raw }: X509Certificate): boolean => {
  const [method] = find(digest, signatureNamespace, "DigestMethod");
  const [value] = find(digest, signatureNamespace, "DigestValue");
  const hash = hashByMethod[method?.getAttribute("Algorithm") ?? ""];
  if (hash === undefined || value === undefined) return false;
  return createHash(hash).update(raw).digest("base64") === readText(value).replace(/\s/g, "");
};
