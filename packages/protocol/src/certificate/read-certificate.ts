import { createHash, type KeyObject, X509Certificate } from "node:crypto";
import { Invalid, isInvalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import type { Reader } from "../reader.ts";
import type { Tolerance } from "../tolerated-forms.ts";
import { decodeBase64 } from "./base64.ts";
import type { Certificate, KeyType } from "./certificate.ts";
import {
  assertShallowDer,
  type DerElement,
  DerError,
  derTags,
  expectTag,
  readDer,
  readDerChildren,
  readOid,
  readPart,
  readTime,
} from "./der-reader.ts";
import { diagnoseCertificate, privateKeySent } from "./diagnose-certificate.ts";
import { attributeOids, findAttribute, readNameAttributes } from "./name-attribute.ts";
import { holdsPrivateKey } from "./private-key.ts";
import { readExtensions } from "./read-extensions.ts";

/** Larger keys only slow down verification; no certificate authority issues them. */
const modulusBitsMax = 8192;
const exponentBitsMax = 64n;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const versionTag = 0xa0;
const extensionsTag = 0xa3;

const classifyKey = (key: KeyObject): KeyType => {
  const type = key.asymmetricKeyType;
  return type === "rsa" || type === "rsa-pss" || type === "ec" ? type : "other";
};

const readPublicKey = (der: Buffer) => {
  let publicKey: KeyObject;
  try {
    publicKey = new X509Certificate(der).publicKey;
  } catch {
    throw new DerError("has a public key that cannot be read");
  }
  const { modulusLength, publicExponent } = publicKey.asymmetricKeyDetails ?? {};
  if ((modulusLength ?? 0) > modulusBitsMax || (publicExponent ?? 0n) >> exponentBitsMax > 0n) {
    throw new DerError("has an RSA key that is too large");
  }
  // SIG-40: with the exponent 1, any text is its own signature; an even one has no private key.
  if (publicExponent !== undefined && (publicExponent <= 1n || publicExponent % 2n === 0n)) {
    throw new DerError(
      `has an RSA key with the public exponent ${publicExponent}; it must be odd and above 1`,
    );
  }
  return {
    publicKey,
    keyType: classifyKey(publicKey),
    ...(modulusLength !== undefined && { modulusBits: modulusLength }),
    ...(publicExponent !== undefined && { publicExponent }),
  };
};

const readSubjectFacts = (subject: Certificate["subject"]) => {
  const organizationIdentifier = findAttribute(subject, attributeOids.organizationIdentifier);
  const organizationName = findAttribute(subject, attributeOids.organizationName);
  const commonName = findAttribute(subject, attributeOids.commonName);
  return {
    ...(organizationIdentifier !== undefined && { organizationIdentifier }),
    ...(organizationName !== undefined && { organizationName }),
    ...(commonName !== undefined && { commonName }),
  };
};

const readValidity = (validity: DerElement) => {
  const [notBefore, notAfter] = readDerChildren(validity);
  return { notBefore: readTime(notBefore), notAfter: readTime(notAfter) };
};

const readTbs = (tbs: DerElement) => {
  const fields = readDerChildren(expectTag(tbs, derTags.sequence));
  if (fields[0]?.tag === versionTag) fields.shift();
  const [serial, algorithm, issuer, validity, subject, publicKeyInfo, ...rest] = fields;
  const sequence = (part: string, element: DerElement | undefined) =>
    readPart(part, () => expectTag(element, derTags.sequence));
  const serialNumberHex = readPart("serial number", () => expectTag(serial, derTags.integer))
    .content.toString("hex")
    .toUpperCase()
    .replace(/^00(?=.)/, "");
  return {
    serialNumberHex,
    innerAlgorithm: sequence("signature algorithm", algorithm),
    issuer: sequence("issuer", issuer),
    subject: sequence("subject", subject),
    ...readPart("validity", () => readValidity(expectTag(validity, derTags.sequence))),
    publicKeyInfo: sequence("public key", publicKeyInfo),
    extensions: rest.find((field) => field.tag === extensionsTag),
  };
};

const readWhole = (der: Buffer): Certificate => {
  const root = readPart("outermost part", () => expectTag(readDer(der), derTags.sequence));
  assertShallowDer(root);
  const [tbsElement, algorithm] = readDerChildren(root);
  const tbs = readTbs(readPart("outermost part", () => expectTag(tbsElement, derTags.sequence)));
  if (!expectTag(algorithm, derTags.sequence).raw.equals(tbs.innerAlgorithm.raw)) {
    throw new DerError("has two different signature algorithms");
  }
  const subject = readPart("subject", () => readNameAttributes(tbs.subject));
  const { facts, unknownCritical } = readExtensions(tbs.extensions);
  return {
    fingerprint: sha256(der),
    publicKeyFingerprint: sha256(tbs.publicKeyInfo.raw),
    der,
    serialNumber: BigInt(`0x${tbs.serialNumberHex || "0"}`),
    serialNumberHex: tbs.serialNumberHex,
    issuer: readPart("issuer", () => readNameAttributes(tbs.issuer)),
    subject,
    issuerDer: tbs.issuer.raw,
    subjectDer: tbs.subject.raw,
    ...readPublicKey(der),
    signatureAlgorithm: readPart("signature algorithm", () =>
      readOid(readDerChildren(tbs.innerAlgorithm)[0]),
    ),
    notBefore: tbs.notBefore,
    notAfter: tbs.notAfter,
    ...readSubjectFacts(subject),
    isCertificateAuthority: false,
    ...facts,
    unknownCriticalExtensions: unknownCritical,
  };
};

/** Reads a certificate from its DER. */
export const readCertificateDer = (der: Uint8Array): Certificate | Invalid => {
  try {
    return readWhole(Buffer.from(der));
  } catch (error) {
    if (error instanceof DerError) return new Invalid(error.message);
    throw error;
  }
};

const pemPattern = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

/** Reads the first certificate in a PEM text. */
export const readCertificatePem = (pem: string): Certificate | Invalid => {
  const body = pemPattern.exec(pem)?.[1]?.replace(/\s+/g, "");
  const der = body === undefined ? undefined : decodeBase64(body);
  return der === undefined
    ? new Invalid("is not a certificate in PEM form")
    : readCertificateDer(der);
};

/**
 * Reads the value of TPP-Signature-Certificate or ASPSP-Signature-Certificate: base64 of the DER in
 * one line, or base64 of a PEM file. If somebody reads why it is malformed, known mistakes are
 * searched for. That it holds a private key is always said.
 *
 * @example
 * const certificate = readCertificate(request.headers["tpp-signature-certificate"]);
 * if (!isInvalid(certificate)) console.log(certificate.organizationIdentifier);
 */
export const readCertificate = (headerValue: string, reader?: Reader): Certificate | Invalid => {
  if (headerValue.length > limits.certificateBytesMax) {
    return new Invalid(`is longer than ${limits.certificateBytesMax} bytes`);
  }
  const certificate = readHeader(headerValue);
  if (!isInvalid(certificate)) return certificate;
  if (holdsPrivateKey(headerValue)) return new Invalid(privateKeySent);
  const why = reader && diagnoseCertificate(reader, headerValue);
  return why === undefined ? certificate : new Invalid(why);
};

const readHeader = (headerValue: string): Certificate | Invalid => {
  const bytes = headerValue === "" ? undefined : decodeBase64(headerValue);
  if (bytes === undefined) return new Invalid("is not canonical base64 on one line");
  if (!isBase64OfPem(headerValue)) return readCertificateDer(bytes);
  const pem = bytes.toString("latin1");
  return pem.indexOf("-----BEGIN") === pem.lastIndexOf("-----BEGIN")
    ? readCertificatePem(pem)
    : new Invalid("is a PEM file with several parts; send only your certificate");
};

/** Base64 of the dashes at the start of a PEM text. */
const pemStart = "LS0tLS";

const isBase64OfPem = (headerValue: string): boolean => headerValue.startsWith(pemStart);

/** Returns the tolerated forms of a certificate header that was read. */
export const findCertificateTolerances = (
  headerValue: string,
  { hasBareQcStatements, der }: Certificate,
): readonly Tolerance[] => {
  const found: Tolerance[] = [];
  if (isBase64OfPem(headerValue)) {
    found.push({ form: "certificate-pem", send: `${der.toString("base64").slice(0, 12)}…` });
  }
  if (hasBareQcStatements) found.push({ form: "qc-statements-bare" });
  return found;
};
