import { randomUUID } from "node:crypto";
import {
  buildSigningString,
  type Certificate,
  candidateHeaders,
  computeDigest,
  createSignature,
  formatDateHeader,
  formatKeyId,
  formatSignatureHeader,
  isInvalid,
  requestTargetName,
  type SigningKey,
} from "@varde/protocol";
import type { BankClock } from "./bank-clock.ts";
import { type Change, changeBody, changeHeaders } from "./change.ts";
import type { SentRequest } from "./exchange.ts";

/** A certificate and its key, or a function that signs elsewhere. */
export interface Identity {
  readonly certificate: Certificate;
  readonly key: SigningKey;
}

/** A request before it is signed; the path starts with /v1. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface SigningInput {
  readonly request: WireRequest;
  readonly change: Change;
  readonly identity: Identity;
  readonly clock: BankClock;
  /** Whether the signature covers (request-target), because the bank requires it. */
  readonly coversTarget: boolean;
  /** The bank's path prefix, which is part of the target. */
  readonly prefix: string;
}

/**
 * Signs a request as the interface asks for, with the change applied where it belongs: before the
 * signature, in it, or after it. The functions of the protocol do the right part; a client library
 * could not do the wrong one.
 */
export const signChanged = async (input: SigningInput): Promise<SentRequest> => {
  const { request, change, identity, clock, prefix } = input;
  const text = writeBody(request, change);
  const path = change.path?.(request.path) ?? request.path;
  const target = `${prefix}${path}${change.query ?? ""}`;
  const digest = change.digest ?? "SHA-256";
  const headers = changeHeaders(
    {
      "X-Request-ID": randomUUID(),
      Date: formatDateHeader(change.dateMs?.(clock) ?? clock.now()),
      ...(text !== undefined && { "Content-Type": "application/json" }),
      ...(text !== undefined &&
        digest !== "none" && { Digest: computeDigest(Buffer.from(text), digest) }),
      ...request.headers,
      "TPP-Signature-Certificate": identity.certificate.der.toString("base64"),
    },
    change.headers ?? {},
  );
  const signature = await signHeaders(
    { method: request.method, target, headers, coversTarget: input.coversTarget },
    change,
    identity,
  );
  const sent = Object.entries(
    changeHeaders({ ...headers, Signature: signature }, change.sentHeaders ?? {}),
  );
  const again = sent.filter(([name]) => name.toLowerCase() === change.sentTwice?.toLowerCase());
  const body = text === undefined ? undefined : (change.sentText?.(text) ?? text);
  const hasHost = change.hasNoHost !== true;
  return { method: request.method, target, headers: [...sent, ...again], body, hasHost };
};

const writeBody = ({ body }: WireRequest, change: Change): string | undefined => {
  const changed = body === undefined || !change.body ? body : changeBody(body, change.body);
  const right = changed === undefined ? undefined : JSON.stringify(changed);
  if (change.text === undefined) return right;
  return typeof change.text === "string" ? change.text : change.text(right ?? "");
};

interface Signed {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly coversTarget: boolean;
}

const signHeaders = async (
  { method, target, headers, coversTarget }: Signed,
  change: Change,
  { certificate, key }: Identity,
): Promise<string> => {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const right = [requestTargetName, ...candidateHeaders].filter((name) =>
    name === requestTargetName ? coversTarget : sent.has(name) && !change.unsigned?.includes(name),
  );
  const names = change.covered?.(right) ?? right;
  const message = { method, target, header: (name: string) => sent.get(name) };
  // A name that is listed but absent has no line.
  const present = names.filter((name) => name.startsWith("(") || sent.has(name));
  const text = buildSigningString(present, message);
  if (isInvalid(text)) throw new TypeError(`signing string ${text.reason}`);
  const { algorithm = "rsa-sha256" } = change;
  const signature = await createSignature(key, algorithm, change.signs?.(text) ?? text);
  const parts = {
    keyId: formatKeyId(certificate),
    algorithm,
    headers: names,
    signature: signature.toString("base64"),
  };
  const written = change.parts?.(parts) ?? parts;
  const header = formatSignatureHeader({
    keyId: written.keyId,
    // A wrong algorithm is written as it is.
    algorithm: written.algorithm as "rsa-sha256",
    headers: written.headers,
    signature: Buffer.from(written.signature, "base64"),
  });
  return change.signature?.(header) ?? header;
};
