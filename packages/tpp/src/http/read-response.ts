import { type Certificate, isInvalid, verifyResponse } from "@varde/protocol";
import { ownReader } from "@varde/protocol/own-reader";
import { findScaRedirect } from "../psu/find-sca-redirect.ts";
import {
  type BankMessage,
  InvalidResponseError,
  type RefusalFacts,
  RefusedError,
  ScaRequiredError,
} from "../tpp-error.ts";
import { retryAfterSeconds } from "./retry.ts";
import type { IncomingResponse } from "./transport.ts";

/**
 * Whether responses must be signed. `if-signed` requests signatures and verifies those it receives,
 * `required` also refuses unsigned responses, `off` neither requests nor verifies.
 */
export type VerifyResponses = "off" | "if-signed" | "required";

export interface ResponseChecks {
  readonly verifyResponses: VerifyResponses;
  /** The authorities of the bank's seal, if known. */
  readonly anchors: readonly Certificate[] | undefined;
  /** The required holder of the seal, if known. */
  readonly sealHolder: string | undefined;
  /** Whether the operation may succeed without a body. */
  readonly mayBeEmpty: boolean;
  readonly requestId: string;
  readonly atMs: number;
}

/** Returns the body of a successful response; throws for a refusal or an invalid response. */
export const readResponse = (response: IncomingResponse, checks: ResponseChecks): unknown => {
  checkSignature(response, checks);
  if (response.status < 200 || response.status > 299) throw readRefusal(response, checks);
  if (response.body.length === 0 && checks.mayBeEmpty) return undefined;
  const body = parseBody(response);
  if (typeof body === "object" && body !== null) return body;
  const facts = { fault: "form", status: response.status, requestId: checks.requestId } as const;
  const what = response.body.length === 0 ? "is empty" : "is not JSON";
  throw new InvalidResponseError(`The response with status ${response.status} ${what}`, facts);
};

const checkSignature = (response: IncomingResponse, checks: ResponseChecks): void => {
  const { verifyResponses, anchors, sealHolder, requestId, atMs } = checks;
  if (verifyResponses === "off") return;
  if (verifyResponses === "if-signed" && response.header("signature") === undefined) return;
  const verdict = verifyResponse({
    reader: ownReader,
    header: response.header,
    body: response.body,
    requestId,
    atMs,
    ...(anchors !== undefined && { anchors }),
  });
  const reason = isInvalid(verdict) ? verdict.reason : explainWrongHolder(sealHolder, verdict);
  if (reason === undefined) return;
  throw new InvalidResponseError(`The response ${reason}`, {
    fault: "signature",
    status: response.status,
    requestId,
  });
};

const explainWrongHolder = (
  expected: string | undefined,
  signer: Certificate,
): string | undefined => {
  const holder = signer.organizationIdentifier ?? signer.commonName;
  return expected === undefined || expected === holder
    ? undefined
    : `is sealed by ${holder ?? "a certificate without a name"}, not by ${expected}`;
};

const parseBody = (response: IncomingResponse): unknown => {
  try {
    return JSON.parse(response.body.toString("utf8"));
  } catch {
    return undefined;
  }
};

const readRefusal = (response: IncomingResponse, checks: ResponseChecks): RefusedError => {
  const body = parseBody(response);
  const scaRedirect = findScaRedirect(body);
  const explainUrl = response.header("varde-explain");
  const wait = retryAfterSeconds(response, checks.atMs);
  const facts: RefusalFacts = {
    status: response.status,
    messages: readMessages(body),
    requestId: checks.requestId,
    ...(explainUrl !== undefined && { explainUrl }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  };
  if (scaRedirect === undefined) return new RefusedError(facts);
  return response.status === 401
    ? new ScaRequiredError({ ...facts, scaRedirect })
    : new RefusedError({ ...facts, scaRedirect });
};

const readMessages = (body: unknown): readonly BankMessage[] => {
  if (typeof body !== "object" || body === null || !("tppMessages" in body)) return [];
  const list: unknown = body.tppMessages;
  return Array.isArray(list) ? list.filter(isMessage) : [];
};

const isMessage = (value: unknown): value is BankMessage =>
  typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";
