import type { Certificate } from "@varde/protocol";
import { BasicOCSPResponse, OCSPRequest, OCSPResponse } from "pkijs";
import { toPki } from "../authorities/to-pki.ts";
import { fetchLimited } from "./fetch-limited.ts";

/** Whether a certificate is revoked, and for which time this is known. */
export interface CertificateStatus {
  readonly isRevoked: boolean;
  readonly from: number;
  readonly until: number;
}

const bytesMax = 64 * 1024;
/** How old a response without its own end may be. */
const ageMsDefault = 24 * 3_600_000;
/** How old a response may be, even if it names a later end. Authorities issue new ones in time. */
const ageMsMax = 10 * 24 * 3_600_000;
/** How far a responder's clock may be ahead. */
const clockSkewMs = 300_000;

/**
 * Requests the status of a certificate from an OCSP responder. The response must be signed by the
 * issuer or by a responder that the issuer has authorised, and be about this certificate.
 */
export const requestOcspStatus = async (
  certificate: Certificate,
  issuer: Certificate,
  url: string,
  timeoutMs: number,
  at: number,
): Promise<CertificateStatus> => {
  const request = new OCSPRequest();
  await request.createForCertificate(toPki(certificate), {
    hashAlgorithm: "SHA-1",
    issuerCertificate: toPki(issuer),
  });
  const bytes = await fetchLimited(
    url,
    {
      method: "POST",
      headers: { "content-type": "application/ocsp-request" },
      body: request.toSchema(true).toBER(),
    },
    { timeoutMs, bytesMax },
  );
  const { responseStatus, responseBytes } = OCSPResponse.fromBER(Uint8Array.from(bytes));
  if (responseBytes === undefined) {
    throw new Error(`${url} responded with the OCSP error ${responseStatus.valueBlock.valueDec}`);
  }
  const response = BasicOCSPResponse.fromBER(
    Uint8Array.from(responseBytes.response.valueBlock.valueHexView),
  );
  return readStatus(response, certificate, issuer, url, at);
};

const readStatus = async (
  response: BasicOCSPResponse,
  certificate: Certificate,
  issuer: Certificate,
  url: string,
  at: number,
): Promise<CertificateStatus> => {
  if (!(await response.verify({ trustedCerts: [toPki(issuer)] }))) {
    throw new Error(`${url} responded with an OCSP response that the issuer has not authorised`);
  }
  const { isForCertificate, status } = await response.getCertificateStatus(
    toPki(certificate),
    toPki(issuer),
  );
  if (!isForCertificate) throw new Error(`${url} responded about another certificate`);
  const single = response.tbsResponseData.responses[0];
  if (response.tbsResponseData.responses.length !== 1 || single === undefined) {
    throw new Error(`${url} responded about several certificates`);
  }
  const from = single.thisUpdate.getTime();
  const until = Math.min(single.nextUpdate?.getTime() ?? from + ageMsDefault, from + ageMsMax);
  if (from > at + clockSkewMs || until < at) {
    throw new Error(`${url} responded with an OCSP response that is not current`);
  }
  if (status === 2) throw new Error(`${url} does not know the certificate`);
  return { isRevoked: status === 1, from, until };
};
