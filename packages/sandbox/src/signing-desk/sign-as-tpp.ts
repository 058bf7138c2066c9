import { randomUUID } from "node:crypto";
import type { BankConfiguration } from "@varde/bank";
import {
  buildSigningString,
  formatCurl,
  isInvalid,
  parseSignatureHeader,
  readCertificatePem,
  type SigningRequest,
  signRequest,
} from "@varde/protocol";
import { ControlRefused } from "../control-refused.ts";
import type { StoredTpp } from "./stored-tpps.ts";

// An import would load the client behind fetch as well, which a start does not need.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");

/** A signed request, with the signing string and a curl command. */
export interface SignedRequest {
  readonly tpp: Pick<StoredTpp, "tppId" | "name">;
  /** The exact bytes that are signed; they do not end with a newline. */
  readonly signingString: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Shell command that sends the same request. */
  readonly curl: string;
}

/** Headers of the connection, which the HTTP client sets. */
const connectionHeaders =
  /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|te)$/i;
const signatureHeaders = /^(?:signature|tpp-signature-certificate|digest)$/i;

/** Signs a request as the TPP would; adds Date, Digest and X-Request-ID if they are missing. */
export const signAsTpp = async (
  input: SigningRequest,
  tpp: StoredTpp,
  { publicUrl, pathPrefix, requestTarget }: BankConfiguration,
  nowMs: number,
): Promise<SignedRequest> => {
  const { method, target, body } = input;
  const baseUrl = publicUrl + pathPrefix;
  const certificate = readCertificatePem(tpp.certificatePem);
  if (isInvalid(certificate)) throw new ControlRefused(`the certificate ${certificate.reason}`);
  const headers = requestHeaders(input);
  const added = await signRequest({
    method,
    target: basePath(baseUrl) + target,
    headers,
    ...(body === undefined ? {} : { body }),
    key: tpp.privateKeyPem,
    certificate: certificate,
    atMs: nowMs,
    coverTarget: input.coverTarget ?? requestTarget === "required",
  }).catch((error: Error) => {
    throw new ControlRefused(`the request cannot be signed: ${error.message}`);
  });
  const signed: Readonly<Record<string, string>> = { ...headers, ...added };
  const url = baseUrl + target;
  return {
    tpp: { tppId: tpp.tppId, name: tpp.name },
    signingString: rebuildSigningString(method, basePath(baseUrl) + target, signed),
    request: { method, url, headers: signed, ...(body === undefined ? {} : { body }) },
    curl: formatCurl(method, url, signed, body),
  };
};

/** Drops empty headers, because a form sends every field, and those the signature replaces. */
const requestHeaders = ({
  headers = {},
  body,
}: SigningRequest): Readonly<Record<string, string>> => {
  const given = Object.entries(headers).filter(
    ([name, value]) =>
      value !== "" && !connectionHeaders.test(name) && !signatureHeaders.test(name),
  );
  for (const [name, value] of given) refuseUnsendable(name, value);
  const has = (name: string) => given.some(([one]) => one.toLowerCase() === name);
  return {
    ...(has("x-request-id") ? {} : { "X-Request-ID": randomUUID() }),
    ...(body === undefined || has("content-type") ? {} : { "Content-Type": "application/json" }),
    ...Object.fromEntries(given),
  };
};

const refuseUnsendable = (name: string, value: string): void => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new ControlRefused(`a header is invalid: ${(error as Error).message}`);
  }
};

const basePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, "");

const rebuildSigningString = (
  method: string,
  target: string,
  signed: Readonly<Record<string, string>>,
): string => {
  const values = new Map(
    Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const signature = parseSignatureHeader(signed.Signature ?? "");
  const names = isInvalid(signature) ? [] : signature.headers;
  const string = buildSigningString(names, { method, target, header: (name) => values.get(name) });
  return isInvalid(string) ? "" : string;
};
