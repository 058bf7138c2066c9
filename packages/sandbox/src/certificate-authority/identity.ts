import { createPrivateKey, type KeyObject } from "node:crypto";
import {
  type Certificate,
  formatCertificatePem,
  isInvalid,
  readCertificatePem,
} from "@varde/protocol";

/** A certificate and its private key. */
export interface Identity {
  readonly certificate: Certificate;
  readonly key: KeyObject;
}

export const readIdentity = (key: KeyObject, certificatePem: string): Identity => {
  const certificate = readCertificatePem(certificatePem);
  if (isInvalid(certificate)) throw new Error(`the certificate ${certificate.reason}`);
  return { certificate: certificate, key };
};

/** Formats key and certificate as one text, so that a file has either both or neither. */
export const formatIdentity = ({ key, certificate }: Identity): string =>
  key.export({ type: "pkcs8", format: "pem" }) + formatCertificatePem(certificate.der);

export const parseIdentity = (text: string): Identity => readIdentity(createPrivateKey(text), text);
