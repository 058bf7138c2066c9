import { type KeyLike, timingSafeEqual, verify, X509Certificate } from "node:crypto";
import { SignedXml } from "xml-crypto";
import {
  findPropertiesFault,
  isSignedProperties,
  signatureNamespace,
} from "./signed-properties.ts";
import { children, isNamed, parseXml, TrustedListRefused, type XmlElement } from "./xml.ts";

export const listNamespace = "http://uri.etsi.org/02231/v2#";

/** RSA and ECDSA with SHA-256, SHA-384 or SHA-512. The library's own RSA with SHA-1 is left out. */
const signatureMethods = [256, 384, 512].flatMap((bits) => [
  [`http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`, `sha${bits}`, "rsa"] as const,
  [`http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha${bits}`, `sha${bits}`, "ec"] as const,
]);

/** RSA-PSS with SHA-256, as the library implements it. */
const pssMethod = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1";

/** SHA-256 and SHA-512; SHA-1 of the library is left out. */
const digestMethods: readonly string[] = [
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
];

/**
 * Verifies the signature of a trusted list (XAdES) with one of the pinned certificates (PEM), and
 * returns the element that was signed. Certificates inside the signature are ignored. The result is
 * parsed from the signed bytes, so nothing outside the signature can be read by mistake.
 */
export const verifyList = (
  bytes: Uint8Array,
  signers: readonly string[],
  at: number,
): XmlElement => {
  const xml = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  // Entities could make the parser read files or use up memory.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new TrustedListRefused("The list has a DOCTYPE.");
  const signatures = children(parseXml(xml)).filter((each) =>
    isNamed(each, signatureNamespace, "Signature"),
  );
  const [signature] = signatures;
  if (signature === undefined || signatures.length !== 1) {
    throw new TrustedListRefused(`The list has ${signatures.length} signatures, not one.`);
  }
  for (const signer of signers) {
    const signed = readSigned(xml, signature, signer);
    if (signed !== undefined) return checkSigned(signed, signer, at);
  }
  throw new TrustedListRefused("The list is not signed by one of the pinned certificates.");
};

/** Returns the elements that the signer has signed, or undefined if another one has. */
const readSigned = (
  xml: string,
  signature: XmlElement,
  signer: string,
): readonly XmlElement[] | undefined => {
  const verifier = new SignedXml({ publicCert: signer, getCertFromKeyInfo: () => null });
  verifier.SignatureAlgorithms = {
    [pssMethod]: verifier.SignatureAlgorithms[pssMethod],
    ...Object.fromEntries(
      signatureMethods.map(([uri, hash, type]) => [uri, signatureAlgorithm(uri, hash, type)]),
    ),
  } as unknown as typeof verifier.SignatureAlgorithms;
  verifier.HashAlgorithms = Object.fromEntries(
    Object.entries(verifier.HashAlgorithms).filter(([uri]) => digestMethods.includes(uri)),
  ) as typeof verifier.HashAlgorithms;
  selectRootWithoutXpath(verifier);
  try {
    verifier.loadSignature(signature as never);
    if (!verifier.checkSignature(xml)) return undefined;
  } catch {
    return undefined;
  }
  return verifier.getSignedReferences().map(parseXml);
};

/** A reference of a signature, and the private methods of the library that validate one. */
interface XmlReference {
  readonly uri?: string;
  readonly digestAlgorithm: string;
  readonly digestValue: string;
}
interface ReferenceValidator {
  validateReference(
    reference: XmlReference,
    document: { readonly documentElement: XmlElement },
  ): string | undefined;
  getCanonReferenceXml(document: object, reference: XmlReference, element: XmlElement): string;
  findHashAlgorithm(uri: string): { getHash(text: string): string };
}

/**
 * Validates the reference to the whole document (URI "") like the library, which finds the root by
 * sorting all elements in quadratic time: a minute for a list of 2.8 MB.
 */
const selectRootWithoutXpath = (verifier: SignedXml): void => {
  const library = verifier as unknown as ReferenceValidator;
  const validateById = library.validateReference;
  library.validateReference = (reference, document) => {
    if (reference.uri !== "") return validateById.call(library, reference, document);
    const { documentElement } = document;
    const canonical = library.getCanonReferenceXml(document, reference, documentElement);
    const digest = library.findHashAlgorithm(reference.digestAlgorithm).getHash(canonical);
    return isSameDigest(digest, reference.digestValue) ? canonical : undefined;
  };
};

const isSameDigest = (computed: string, stated: string): boolean => {
  const [own, other] = [Buffer.from(computed, "base64"), Buffer.from(stated, "base64")] as const;
  return own.length === other.length && timingSafeEqual(own, other);
};

/** Returns the signed list. Refuses it if the signed properties are missing or do not fit. */
const checkSigned = (signed: readonly XmlElement[], signer: string, at: number): XmlElement => {
  const list = signed.find((each) => isNamed(each, listNamespace, "TrustServiceStatusList"));
  if (list === undefined) throw new TrustedListRefused("The signature is not about the list.");
  const properties = signed.find(isSignedProperties);
  if (properties === undefined) {
    throw new TrustedListRefused("The signature has no signed properties, as XAdES requires.");
  }
  const fault = findPropertiesFault(properties, new X509Certificate(signer), at);
  if (fault !== undefined) throw new TrustedListRefused(fault);
  return list;
};

/** Implements a signature method of XML with node:crypto. */
const signatureAlgorithm = (uri: string, hash: string, type: "rsa" | "ec") =>
  class {
    verifySignature(material: string, key: KeyLike, signature: string): boolean {
      const options = type === "ec" ? { key, dsaEncoding: "ieee-p1363" as const } : { key };
      return verify(
        hash,
        Buffer.from(material),
        options as never,
        Buffer.from(signature, "base64"),
      );
    }
    getAlgorithmName(): string {
      return uri;
    }
  };
