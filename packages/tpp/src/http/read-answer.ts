import { type Certificate, verifyResponse } from "@varde/protocol";
import { findScaRedirect } from "../find-sca-redirect.ts";
import {
  type BankMessage,
  InvalidResponseError,
  type RefusalFacts,
  RefusedError,
  ScaRequiredError,
} from "../tpp-error.ts";
import { retryAfterSeconds } from "./retry.ts";
import type { IncomingAnswer } from "./transport.ts";

/**
 * Whether answers have to be signed. `if-signed` asks for a signature and verifies what comes,
 * `required` also refuses an answer without one, `off` neither asks nor looks.
 */
export type VerifyResponses = "off" | "if-signed" | "required";

export interface AnswerChecks {
  readonly verifyResponses: VerifyResponses;
  /** The authorities behind the bank's seal, when they are known. */
  readonly anchors: readonly Certificate[] | undefined;
  /** Who must have sealed it, when that is known. */
  readonly sealHolder: string | undefined;
  /** Whether the operation may succeed without a body. */
  readonly mayBeEmpty: boolean;
  readonly requestId: string;
  readonly atMs: number;
}

/** The body of a good answer; a refusal, or an answer not to be believed, is thrown. */
export const readAnswer = (answer: IncomingAnswer, checks: AnswerChecks): unknown => {
  checkSignature(answer, checks);
  if (answer.status < 200 || answer.status > 299) throw readRefusal(answer, checks);
  if (answer.body.length === 0 && checks.mayBeEmpty) return undefined;
  const body = parseBody(answer);
  if (typeof body === "object" && body !== null) return body;
  const facts = { fault: "form", status: answer.status, requestId: checks.requestId } as const;
  const what = answer.body.length === 0 ? "is empty" : "is not JSON";
  throw new InvalidResponseError(`The answer ${answer.status} ${what}`, facts);
};

const checkSignature = (answer: IncomingAnswer, checks: AnswerChecks): void => {
  const { verifyResponses, anchors, sealHolder, requestId, atMs } = checks;
  if (verifyResponses === "off") return;
  if (verifyResponses === "if-signed" && answer.header("signature") === undefined) return;
  const verdict = verifyResponse({
    header: answer.header,
    body: answer.body,
    requestId,
    atMs,
    ...(anchors !== undefined && { anchors }),
  });
  const reason = verdict.ok ? whyNotHeldBy(sealHolder, verdict.value) : verdict.reason;
  if (reason === undefined) return;
  throw new InvalidResponseError(`The answer ${reason}`, {
    fault: "signature",
    status: answer.status,
    requestId,
  });
};

const whyNotHeldBy = (wanted: string | undefined, signer: Certificate): string | undefined => {
  const holder = signer.organizationIdentifier ?? signer.commonName;
  return wanted === undefined || wanted === holder
    ? undefined
    : `is sealed by ${holder ?? "nobody named"}, not by ${wanted}`;
};

const parseBody = (answer: IncomingAnswer): unknown => {
  try {
    return JSON.parse(answer.body.toString("utf8"));
  } catch {
    return undefined;
  }
};

const readRefusal = (answer: IncomingAnswer, checks: AnswerChecks): RefusedError => {
  const body = parseBody(answer);
  const scaRedirect = findScaRedirect(body);
  const explainUrl = answer.header("varde-explain");
  const wait = retryAfterSeconds(answer, checks.atMs);
  const facts: RefusalFacts = {
    status: answer.status,
    messages: readMessages(body),
    requestId: checks.requestId,
    ...(explainUrl !== undefined && { explainUrl }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  };
  if (scaRedirect === undefined) return new RefusedError(facts);
  return answer.status === 401
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
