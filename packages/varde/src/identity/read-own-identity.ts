import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type Certificate, isInvalid, readCertificatePem } from "@varde/protocol";
import { CommandFailed } from "../command.ts";
import { readFileText } from "../read-file.ts";

const charactersMax = 100_000;

/** A certificate and the key that belongs to it, as they are in their files. */
export interface OwnIdentity {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly certificate: Certificate;
}

/** Reads a TPP's own certificate and key, and checks that they belong together. */
export const readOwnIdentity = (certificateFile: string, keyFile: string): OwnIdentity => {
  const certificatePem = readPem(certificateFile);
  const keyPem = readPem(keyFile);
  if (hasPrivateKey(certificatePem) && !hasCertificate(certificatePem)) {
    throw new CommandFailed(
      `${certificateFile} is a key; give the certificate first and then the key.`,
    );
  }
  const certificate = readCertificatePem(certificatePem);
  if (isInvalid(certificate)) {
    throw new CommandFailed(`${certificateFile} ${certificate.reason}.${derHint(certificateFile)}`);
  }
  const key = parseKey(keyPem, keyFile);
  if (!new X509Certificate(certificate.der).checkPrivateKey(key)) {
    throw new CommandFailed(
      `${keyFile} is not the key of ${certificateFile}: their public keys differ.`,
    );
  }
  return { certificatePem, keyPem, certificate };
};

const readPem = (file: string): string => {
  const text = readFileText(file);
  if (text.length <= charactersMax) return text;
  throw new CommandFailed(`${file} is longer than ${charactersMax} characters.`);
};

const hasPrivateKey = (pem: string): boolean => pem.includes("PRIVATE KEY-----");
const hasCertificate = (pem: string): boolean => pem.includes("-----BEGIN CERTIFICATE-----");

const derHint = (file: string): string =>
  ` If it is in DER form, convert it: openssl x509 -inform der -in ${file} -out certificate.pem`;

const parseKey = (pem: string, file: string): KeyObject => {
  if (!hasPrivateKey(pem)) {
    throw new CommandFailed(
      hasCertificate(pem)
        ? `${file} is a certificate; give the certificate first and then the key.`
        : `${file} is not a private key in PEM form.`,
    );
  }
  if (pem.includes("ENCRYPTED")) {
    throw new CommandFailed(
      `${file} is protected by a password; store the key without it: ` +
        `openssl pkey -in ${file} -out key.pem`,
    );
  }
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new CommandFailed(`${file} is damaged: it is not a private key.`, { cause });
  }
};
