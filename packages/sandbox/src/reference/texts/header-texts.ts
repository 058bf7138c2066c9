import { acceptFixNames, type HeaderName } from "@varde/protocol";

interface HeaderText {
  readonly description: string;
  /** Where the header is required, if that is not the same. */
  readonly whereRequired?: string;
  readonly schema: object;
  readonly example: string;
}

const text = { type: "string" };
const uuid = { type: "string", format: "uuid" };

/** What each header means, for the reference. */
export const headerTexts: Readonly<Record<HeaderName, HeaderText>> = {
  "x-accept-fix": {
    description: `Changes adopted early, with commas between: ${acceptFixNames.join(", ")}.`,
    schema: text,
    example: "amount-as-string",
  },
  "x-request-id": {
    description:
      "Unique for each call, 1 to 128 visible ASCII characters. The same request sent again " +
      "under the same id is answered as the first time; something else under it is 409.",
    schema: { type: "string", minLength: 1, maxLength: 128 },
    example: "99391c7e-ad88-49ec-a2ad-99ddcb1f7721",
  },
  date: {
    description: "When the request was made; at most 60 seconds off the bank's clock.",
    schema: text,
    example: "Sun, 15 Nov 2026 08:49:37 GMT",
  },
  digest: {
    description: "SHA-256 or SHA-512 of the body's bytes, in base64.",
    schema: text,
    example: "SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=",
  },
  "tpp-signature-certificate": {
    description: "The TPP's seal certificate: base64 of its DER in one line.",
    schema: text,
    example: "MIIEFTCCAv2gAwIBAgIQ…",
  },
  signature: {
    description:
      "keyId, algorithm, headers and signature. It covers date, digest, x-request-id, psu-id, " +
      "psu-corporate-id and tpp-redirect-uri, as far as they are sent.",
    schema: text,
    example:
      'keyId="SN=6B26,CA=CN=Varde sandbox CA,O=Varde,C=NO",algorithm="rsa-sha256",' +
      'headers="date digest x-request-id",signature="nUVEoVWf…"',
  },
  "tpp-session-id": {
    description: "The session in which an SCA counts for an hour; chosen by the TPP.",
    schema: text,
    example: "session-42",
  },
  "tpp-redirect-uri": {
    description: "Where the PSU is sent after SCA: https, or http on loopback in the sandbox.",
    schema: text,
    example: "https://tpp.example/callback?state=7",
  },
  "tpp-redirect-preferred": {
    description: "false asks for approval in the bank's app; true unless given.",
    schema: { type: "string", enum: ["true", "false"] },
    example: "true",
  },
  "tpp-brand-logging-information": {
    description: "The brand shown to the PSU.",
    schema: text,
    example: "Regnskap AS",
  },
  "psu-id": {
    description:
      "Who the PSU is to this TPP, from the redirect after SCA. A payment may be created " +
      "without it when X-PSU-IDENTITY or PSU-Context is sent.",
    schema: uuid,
    example: "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10",
  },
  "x-psu-identity": {
    description: "National identity number in place of PSU-ID.",
    schema: text,
    example: "03848420491",
  },
  "psu-corporate-id": {
    description: "The agreement the PSU acts under; needed in corporate context.",
    schema: uuid,
    example: "5d0a2c3e-8a5b-4a57-9a0c-0d4f2f3f1c11",
  },
  "psu-context": {
    description: "Asks for a single SCA that both identifies and approves.",
    schema: { type: "string", enum: ["PRIVATE", "CORPORATE"] },
    example: "PRIVATE",
  },
  "psu-ip-address": {
    description: "The PSU's address; left out when the PSU is not there.",
    whereRequired: "The PSU's address, as the TPP saw it.",
    schema: text,
    example: "192.0.2.7",
  },
  "psu-ip-port": { description: "The PSU's port.", schema: text, example: "54321" },
  "psu-http-method": {
    description: "The method of the PSU's own request to the TPP.",
    schema: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    example: "POST",
  },
  "psu-device-id": {
    description: "The PSU's device.",
    schema: uuid,
    example: "435c2b1e-7f43-4a65-8d02-1c1c3a3b7f10",
  },
  "psu-geo-location": {
    description: "Where the PSU is, as RFC 5870 writes it.",
    schema: text,
    example: "GEO:59.913900,10.752200",
  },
};
