import { acceptFixNames, type HeaderName, limits, passedOnCharactersMax } from "@varde/protocol";

interface HeaderText {
  readonly description: string;
  /** Replaces the description on operations that require the header. */
  readonly whereRequired?: string;
  readonly schema: object;
  readonly example: string;
}

const text = { type: "string" };
const uuid = { type: "string", format: "uuid" };

/** Meanings of the headers, for the reference. */
export const headerTexts: Readonly<Record<HeaderName, HeaderText>> = {
  "x-accept-fix": {
    description: `Early adoption of changes, comma-separated: ${acceptFixNames.join(", ")}.`,
    schema: text,
    example: "amount-as-string",
  },
  "x-request-id": {
    description:
      `Unique id of the request, 1 to ${limits.requestIdCharactersMax} visible ASCII characters. ` +
      "Repeating a write request " +
      "with the same id returns the stored response; a different request with that id gets 409.",
    schema: { type: "string", minLength: 1 },
    example: "99391c7e-ad88-49ec-a2ad-99ddcb1f7721",
  },
  date: {
    description: "Time of the request, at most 60 seconds from the bank's clock.",
    schema: text,
    example: "Sun, 15 Nov 2026 08:49:37 GMT",
  },
  digest: {
    description: "SHA-256 or SHA-512 hash of the body, in base64.",
    schema: text,
    example: "SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=",
  },
  "tpp-signature-certificate": {
    description: "The TPP's seal certificate: base64 of the DER encoding, in one line.",
    schema: text,
    example: "MIIEFTCCAv2gAwIBAgIQ…",
  },
  signature: {
    description:
      "The parts keyId, algorithm, headers and signature. The signature must cover each of date, " +
      "digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri that is sent. It may " +
      "cover (request-target) too, and some banks require that. It is valid for one request: with " +
      "another method or path it is refused if either of the two requests writes.",
    schema: text,
    example:
      'keyId="SN=6B26,CA=CN=Varde sandbox CA,O=Varde,C=NO",algorithm="rsa-sha256",' +
      'headers="date digest x-request-id",signature="nUVEoVWf…"',
  },
  "tpp-session-id": {
    description:
      "Session id, chosen by the TPP. If it is omitted, the request belongs to the PSU's current " +
      "session with this TPP. An SCA is valid in its session for an hour.",
    whereRequired: "Session id, chosen by the TPP. An SCA is valid in its session for an hour.",
    schema: text,
    example: "session-42",
  },
  "tpp-redirect-uri": {
    description: "Address for the redirect after SCA: https, or http on loopback in the sandbox.",
    schema: text,
    example: "https://tpp.example/callback?state=7",
  },
  "tpp-redirect-preferred": {
    description: "false requests approval in the bank's app. Default: true.",
    schema: { type: "string", enum: ["true", "false"] },
    example: "true",
  },
  "tpp-brand-logging-information": {
    description: "Brand of the TPP, shown to the PSU.",
    schema: { type: "string", maxLength: limits.nameCharactersMax },
    example: "Regnskap AS",
  },
  "psu-id": {
    description:
      "Id of the PSU for this TPP, from the redirect after SCA. On payment creation it may be " +
      "omitted if X-PSU-IDENTITY or PSU-Context is sent.",
    schema: uuid,
    example: "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10",
  },
  "x-psu-identity": {
    description: "National identity number, instead of PSU-ID.",
    schema: text,
    example: "03848420491",
  },
  "psu-corporate-id": {
    description: "Id of the corporate agreement; required in corporate context.",
    schema: uuid,
    example: "5d0a2c3e-8a5b-4a57-9a0c-0d4f2f3f1c11",
  },
  "psu-context": {
    description: "Requests a single SCA that both identifies the PSU and approves the payment.",
    schema: { type: "string", enum: ["PRIVATE", "CORPORATE"] },
    example: "PRIVATE",
  },
  "psu-ip-address": {
    description: "IP address of the PSU; omit it if the PSU is not present.",
    whereRequired: "IP address of the PSU, as seen by the TPP.",
    schema: text,
    example: "192.0.2.7",
  },
  "psu-ip-port": { description: "Port of the PSU.", schema: text, example: "54321" },
  "psu-http-method": {
    description: "HTTP method of the PSU's request to the TPP.",
    schema: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    example: "POST",
  },
  "psu-device-id": {
    description: "Id of the PSU's device.",
    schema: uuid,
    example: "435c2b1e-7f43-4a65-8d02-1c1c3a3b7f10",
  },
  "psu-geo-location": {
    description: `Location of the PSU, in RFC 5870 form. Cut to ${passedOnCharactersMax} characters.`,
    schema: text,
    example: "GEO:59.913900,10.752200",
  },
};
