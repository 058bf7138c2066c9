import {
  holdsPrivateKey,
  isInvalid,
  parseDateHeader,
  type Reader,
  type SentRequest,
} from "@varde/protocol";
import type { Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { ExplanationWorker } from "./explanation-worker.ts";
import { type Explanation, joinVerdicts } from "./join-verdicts.ts";

interface StoredRefusal {
  readonly summary: Explanation;
  readonly request: SentRequest;
  readonly receivedAt: number;
  readonly bytes: number;
  /** Set when somebody has opened it. */
  explanation?: Promise<Explanation>;
}

const refusalsMax = 1_000;
const bytesMax = 32 * 1024 * 1024;

/**
 * The last refusals of a sandbox, in memory. What is wrong with a request is found out when
 * somebody opens its explanation, on another thread, because it takes long and anyone can cause it.
 */
export class Explanations {
  readonly #byId = new Map<string, StoredRefusal>();
  readonly #worker = new ExplanationWorker();
  #bytes = 0;

  /** Only a sandbox has a reader. */
  add(_reader: Reader, id: string, refusal: Refusal, stage: string, context: RequestContext): void {
    const { receivedAt } = context.received;
    const request = copyRequest(context);
    const bytes = request.body.length + request.headers.join().length + request.target.length;
    const summary = summarise(refusal, stage, context);
    this.#byId.set(id, { summary, request, receivedAt, bytes });
    this.#bytes += bytes;
    for (const [oldest, stored] of this.#byId) {
      if (this.#byId.size <= refusalsMax && this.#bytes <= bytesMax) break;
      this.#byId.delete(oldest);
      this.#bytes -= stored.bytes;
    }
  }

  /**
   * Explains a stored refusal, or returns undefined if it is no longer stored. Requesters take
   * turns. Returns "busy" if one of them, or all together, have too many waiting.
   */
  async open(id: string, requester: string): Promise<Explanation | "busy" | undefined> {
    const stored = this.#byId.get(id);
    if (stored === undefined || stored.explanation !== undefined) return stored?.explanation;
    const { request, receivedAt, summary } = stored;
    const found = this.#worker.explain(
      { mode: "sandbox", request, arrivedMs: receivedAt },
      requester,
    );
    if (found === "busy") return found;
    // If the thread fails, the summary still says what was refused.
    stored.explanation = found.then(
      (explanation) => joinVerdicts(summary, explanation),
      () => joinVerdicts(summary),
    );
    return stored.explanation;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}

/** Returns the stage to explain, or undefined. An untrusted certificate counts as a stage. */
export const stageToExplain = ({ stage, violations }: Refusal): string | undefined => {
  const { code, path } = violations[0];
  const isCertificate = code === "FORBIDDEN" && path === "TPP-Signature-Certificate";
  return stage ?? (isCertificate ? path : undefined);
};

/** SIG-39: copies the request without a private key that was sent in place of a certificate. */
const copyRequest = ({ received, knownCertificate }: RequestContext): SentRequest => {
  const { method, target, headers, rawBody } = received;
  const isSecret = (name: string, value: string) =>
    name === "tpp-signature-certificate" &&
    knownCertificate === undefined &&
    holdsPrivateKey(value);
  const copied = headers.names().flatMap((name) => {
    const value = headers.get(name) ?? "";
    return isSecret(name, value) ? [] : [[name, value] as const];
  });
  return { method, target, headers: copied, body: rawBody };
};

const requestIdForm = /^[\x21-\x7e]{1,128}$/;

const summarise = (refusal: Refusal, stage: string, context: RequestContext): Explanation => {
  const { method, target, receivedAt } = context.received;
  const date = parseDateHeader(context.header("date") ?? "");
  const requestId = context.header("x-request-id") ?? "";
  return {
    at: new Date(receivedAt).toISOString(),
    request: `${method} ${target}`,
    stage,
    text: refusal.violations[0].text,
    ...(refusal.logReason !== undefined && { reason: refusal.logReason }),
    ...(requestIdForm.test(requestId) && { requestId }),
    ...(!isInvalid(date) && { clockDifferenceSeconds: Math.trunc((date - receivedAt) / 1000) }),
  };
};
