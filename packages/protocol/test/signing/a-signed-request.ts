import type { KeyPair } from "@varde/testkit/keys";
import type { Certificate } from "../../src/certificate/index.ts";
import { isInvalid } from "../../src/invalid.ts";
import {
  buildSigningString,
  checkDigestHeader,
  coveredHeadersMissing,
  matchKeyId,
  parseSignatureHeader,
  type SignRequestInput,
  signRequest,
  verifySignature,
} from "../../src/signing/index.ts";
import { nowMs, rsaKeys } from "../certificate/a-certificate.ts";

const body = '{"creditorName": "Blåbærsyltetøy AS"}';

export const plainHeaders: Readonly<Record<string, string>> = {
  "x-request-id": "99391c7e-ad88-49ec-a2ad-99ddcb1f7721",
  "psu-id": "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10",
  "psu-corporate-id": "7d1f0a52-6f1e-4a8e-9d0b-2f6c7e1b9a11",
  "tpp-redirect-uri": "https://tpp.example/cb?state=a%20b",
};

export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Map<string, string>;
  readonly body: Buffer;
}

/** Returns a request as the server receives it, correctly signed unless something is changed. */
export const aSignedRequest = async (
  certificate: Certificate,
  changes: Partial<SignRequestInput> = {},
  keys: KeyPair = rsaKeys,
): Promise<SentRequest> => {
  const input: SignRequestInput = {
    method: "POST",
    target: "/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=true",
    headers: plainHeaders,
    body,
    key: keys.privateKey,
    certificate,
    atMs: nowMs,
    ...changes,
  };
  const added = await signRequest(input);
  const all = { ...input.headers, ...added };
  return {
    method: input.method,
    target: input.target,
    headers: new Map(
      Object.entries(all).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    body: Buffer.from(input.body ?? ""),
  };
};

/** Runs the steps of a verifier in order and returns the one that refused the request. */
export const findRefusal = (request: SentRequest, certificate: Certificate): string | undefined => {
  const digest = request.headers.get("digest");
  if (digest !== undefined && isInvalid(checkDigestHeader(digest, request.body))) return "digest";
  const header = parseSignatureHeader(request.headers.get("signature") ?? "");
  if (isInvalid(header)) return `header ${header.reason}`;
  const { headers: names, algorithm, keyId, signature } = header;
  if (isInvalid(matchKeyId(keyId, certificate))) return "keyId";
  const missing = coveredHeadersMissing(names, request.headers);
  if (missing.length > 0) return `not covered: ${missing.join()}`;
  const text = buildSigningString(names, {
    method: request.method,
    target: request.target,
    header: (name) => request.headers.get(name),
  });
  if (isInvalid(text)) return `string ${text.reason}`;
  return verifySignature(certificate.publicKey, algorithm, text, signature)
    ? undefined
    : "signature";
};
