import {
  type Certificate,
  type Operation,
  type OperationId,
  operations,
  readsHeader,
  type SignRequestInput,
  signRequest,
} from "@varde/protocol";
import type { AnswerOf } from "../answer-of.ts";
import { formatPsuHeaders } from "../format-psu-headers.ts";
import type { OpenIdentity } from "../identity.ts";
import type { Psu } from "../psu.ts";
import { NetworkError } from "../tpp-error.ts";
import { type BankAddress, fillPath, type QueryValue } from "./bank-address.ts";
import { readAnswer, type VerifyResponses } from "./read-answer.ts";
import { isRepeatable, type RetryPolicy, retryDelayMs } from "./retry.ts";
import { type IncomingAnswer, type Transport, TransportFault } from "./transport.ts";

/** The time and the waiting; replaceable, so that tests need not wait. */
export interface ClientClock {
  nowMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** One attempt to reach the bank, told to `onExchange`. */
export interface Exchange {
  readonly operation: OperationId;
  readonly method: string;
  readonly target: string;
  readonly requestId: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly durationMs: number;
  /** Absent when no answer came. */
  readonly status?: number;
  /** What a sandbox wants the TPP to mend. */
  readonly warning?: string;
  readonly error?: Error;
}

export interface CallInput {
  /** Values for the names in braces of the operation's path. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | undefined>>;
  /** The target to call instead of the operation's path: a link of an earlier answer. */
  readonly target?: string;
  readonly body?: unknown;
  readonly psu?: Psu | undefined;
}

/** What every call takes beside its own arguments. */
export interface CallOptions {
  /**
   * The X-Request-ID. Choose and store it before a payment is created, and the same call can be
   * repeated even after a crash of the TPP without paying twice.
   */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
  /** For each attempt. */
  readonly timeoutMs?: number;
}

/** Calls one operation of the interface by its name: the door every other method goes through. */
export type Call = <Id extends OperationId>(
  operation: Id,
  input?: CallInput,
  options?: CallOptions,
) => Promise<AnswerOf<Id>>;

export interface CallSettings {
  readonly address: BankAddress;
  readonly transport: Transport;
  readonly identity: OpenIdentity;
  readonly acceptFix: readonly string[];
  readonly brand: string | undefined;
  readonly verifyResponses: VerifyResponses;
  readonly anchors: readonly Certificate[] | undefined;
  readonly sealHolder: string | undefined;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  readonly signing: Pick<SignRequestInput, "algorithm" | "digestAlgorithm" | "coverTarget">;
  readonly clock: ClientClock;
  readonly newId: () => string;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
}

/** A request as it stays over all its attempts; each attempt adds a signature of its own. */
interface Prepared {
  readonly operation: Operation;
  readonly requestId: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export const makeCall =
  (settings: CallSettings): Call =>
  async (id, input = {}, options = {}) => {
    const request = prepare(operations[id], input, options, settings);
    const answer = await sendUntilAnswered(request, settings);
    const body = readAnswer(answer, {
      verifyResponses: settings.verifyResponses,
      anchors: settings.anchors,
      sealHolder: settings.sealHolder,
      mayBeEmpty: mayBeEmpty(operations[id]),
      requestId: request.requestId,
      atMs: settings.clock.nowMs(),
    });
    return body as AnswerOf<typeof id>;
  };

const prepare = (
  operation: Operation,
  input: CallInput,
  options: CallOptions,
  settings: CallSettings,
): Prepared => {
  const { path } = operation;
  const requestId = options.requestId ?? settings.newId();
  const takesBrand = readsHeader(operation, "tpp-brand-logging-information");
  const headers = {
    Accept: "application/json",
    "Accept-Encoding": "identity",
    ...(input.body !== undefined && { "Content-Type": "application/json" }),
    ...(settings.verifyResponses !== "off" && { "Accept-Signature": signatureWanted }),
    ...(settings.acceptFix.length > 0 && { "x-accept-fix": settings.acceptFix.join(", ") }),
    "X-Request-ID": requestId,
    ...(takesBrand && settings.brand && { "TPP-Brand-Logging-Information": settings.brand }),
    ...(input.psu && formatPsuHeaders(operation, input.psu)),
  };
  return {
    operation,
    requestId,
    target:
      input.target ??
      settings.address.targetOf(fillPath(path, input.parameters ?? {}), input.query),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, formatHeaderValue(value)]),
    ),
    body: input.body === undefined ? undefined : Buffer.from(JSON.stringify(input.body)),
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    signal: options.signal,
  };
};

const mayBeEmpty = (operation: Operation): boolean =>
  operation.response === undefined || operation.mayBeEmpty === true;

const signatureWanted = 'algorithm="rsa-sha256",headers="date digest x-request-id"';

/** Node writes each character of a header as one byte, so text is handed over as UTF-8 bytes. */
const formatHeaderValue = (value: string): string => Buffer.from(value).toString("latin1");

const sendUntilAnswered = async (
  request: Prepared,
  settings: CallSettings,
): Promise<IncomingAnswer> => {
  const { retry, clock } = settings;
  const repeatable = isRepeatable(request.operation, retry);
  let mayHaveArrived = false;
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(request, attempt, settings);
    const delayMs = repeatable ? retryDelayMs(outcome, attempt, retry, clock.nowMs()) : undefined;
    if (outcome instanceof TransportFault) mayHaveArrived ||= outcome.mayHaveArrived;
    if (delayMs !== undefined) {
      await clock.sleep(delayMs, request.signal);
      continue;
    }
    if (!(outcome instanceof TransportFault)) return outcome;
    const { fault, message, cause } = outcome;
    const { requestId, operation } = request;
    throw new NetworkError(
      `${operation.id} got no answer in ${attempt} attempts: ${message}`,
      { fault, requestId, attempts: attempt, mayHaveArrived },
      cause,
    );
  }
};

/** Signs with a fresh Date, sends, and gives back the answer or the fault that came instead. */
const attemptOnce = async (
  request: Prepared,
  attempt: number,
  settings: CallSettings,
): Promise<IncomingAnswer | TransportFault> => {
  const { clock, identity, signing, transport } = settings;
  const { operation, requestId, target, headers, body, timeoutMs, signal } = request;
  const { method } = operation;
  const startedMs = clock.nowMs();
  const signature = await signRequest({
    ...signing,
    ...identity,
    method,
    target,
    headers,
    ...(body !== undefined && { body }),
    atMs: startedMs,
  });
  const outcome = await transport
    .exchange({ method, target, headers: { ...headers, ...signature }, body, timeoutMs, signal })
    .catch((error: unknown) => {
      if (error instanceof TransportFault) return error;
      throw error;
    });
  const durationMs = clock.nowMs() - startedMs;
  const told = { operation: operation.id, method, target, requestId, attempt, durationMs };
  if (outcome instanceof TransportFault) {
    tell({ ...told, error: outcome }, settings);
  } else {
    const warning = outcome.header("varde-warning");
    tell({ ...told, status: outcome.status, ...(warning !== undefined && { warning }) }, settings);
  }
  return outcome;
};

/** A listener that throws must not take the bank's answer away from the caller. */
const tell = (exchange: Exchange, { onExchange }: CallSettings): void => {
  try {
    onExchange?.(exchange);
  } catch (error) {
    process.emitWarning(`onExchange has thrown: ${error instanceof Error ? error.stack : error}`);
  }
};
