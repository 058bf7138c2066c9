import type { Certificate } from "@varde/protocol";
import { CertificateRevocationList } from "pkijs";
import { toPki } from "../authorities/to-pki.ts";
import { fetchLimited } from "./fetch-limited.ts";

const bytesMax = 32 * 1024 * 1024;

/** A verified revocation list of an issuer. */
export interface RevocationList {
  readonly from: number;
  readonly until: number;
  isRevoked(certificate: Certificate): boolean;
}

/** Fetches the revocation list of an issuer, and verifies that the issuer has signed it. */
export const fetchRevocationList = async (
  issuer: Certificate,
  url: string,
  timeoutMs: number,
  at: number,
): Promise<RevocationList> => {
  const bytes = await fetchLimited(url, {}, { timeoutMs, bytesMax });
  const list = CertificateRevocationList.fromBER(Uint8Array.from(decodePem(bytes)));
  // A list of some of the certificates, or of changes only, is marked by a critical extension.
  const extensions = list.crlExtensions?.extensions ?? [];
  if (extensions.some(({ critical }) => critical)) {
    throw new Error(`${url} has a revocation list that is not complete`);
  }
  const isIssuers = list.issuer.isEqual(toPki(issuer).subject);
  if (!isIssuers || !(await list.verify({ issuerCertificate: toPki(issuer) }))) {
    throw new Error(`${url} has a revocation list that the issuer has not signed`);
  }
  const from = list.thisUpdate.value.getTime();
  const until = list.nextUpdate?.value.getTime() ?? 0;
  if (from > at + 300_000 || until < at) {
    throw new Error(`${url} has a revocation list that is not current`);
  }
  return { from, until, isRevoked: (certificate) => list.isCertificateRevoked(toPki(certificate)) };
};

const decodePem = (bytes: Buffer): Buffer => {
  const body = /-----BEGIN X509 CRL-----([^-]+)-----END/.exec(bytes.toString("latin1"))?.[1];
  return body === undefined ? bytes : Buffer.from(body, "base64");
};
