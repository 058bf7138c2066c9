import {
  type Certificate,
  type Operation,
  type OperationId,
  operations,
  readsHeader,
  type SignRequestInput,
  signRequest,
} from "@varde/protocol";
import type { OpenIdentity } from "../identity.ts";
import type { ResponseBody } from "../payment-bodies.ts";
import { formatPsuHeaders } from "../psu/format-psu-headers.ts";
import type { Psu } from "../psu/psu.ts";
import { NetworkError, type NetworkFault } from "../tpp-error.ts";
import { type BankAddress, fillPath, type QueryValue } from "./bank-address.ts";
import { readResponse, type VerifyResponses } from "./read-response.ts";
import { isRepeatable, type RetryPolicy, retryDelayMs } from "./retry.ts";
import { type IncomingResponse, type Transport, TransportFault } from "./transport.ts";

/** Time and delays; tests replace them so that they do not have to wait. */
export interface ClientClock {
  /** Returns the time in milliseconds since 1970. */
  nowMs(): number;
  /** Waits this number of milliseconds, and rejects if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** An attempt to call the bank, passed to `onExchange`. */
export interface Exchange {
  /** The id of the operation, such as `listAccounts`. */
  readonly operation: OperationId;
  /** The HTTP method, in capital letters. */
  readonly method: string;
  /** Path with query, as sent. */
  readonly target: string;
  /** The X-Request-ID, which all attempts of a call share. */
  readonly requestId: string;
  /** The number of the attempt, 1 for the first. */
  readonly attempt: number;
  /** From the signature to the whole response, in milliseconds. */
  readonly durationMs: number;
  /** The HTTP status. Absent if there was no response. */
  readonly status?: number;
  /** A warning of the sandbox about something the TPP should fix. Absent if there is none. */
  readonly warning?: string;
  /** The reason why there was no response. Absent if there was one. */
  readonly error?: Error & { readonly fault: NetworkFault };
}

/** The parts of a request that differ between operations. */
export interface CallInput {
  /**
   * Values for the names in braces of the operation's path.
   *
   * @defaultValue none; a path with names needs them
   */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * Query parameters; those that are undefined are left out.
   *
   * @defaultValue none
   */
  readonly query?: Readonly<Record<string, QueryValue | undefined>>;
  /**
   * The target to call instead of the operation's path: a link of an earlier response.
   *
   * @defaultValue the operation's path with `parameters` and `query`
   */
  readonly target?: string;
  /**
   * The value to send as JSON.
   *
   * @defaultValue no body
   */
  readonly body?: unknown;
  /**
   * The PSU that the call is for, whose headers are sent.
   *
   * @defaultValue none; the call is not for a PSU
   */
  readonly psu?: Psu | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /**
   * The X-Request-ID: 1 to 128 visible ASCII characters. If the TPP stores it before it creates a
   * payment, it can repeat the call even after a crash without paying twice.
   *
   * @defaultValue a new id from the client's `ids`
   */
  readonly requestId?: string;
  /**
   * Aborts the call, also between attempts. The call then rejects with the signal's reason.
   *
   * @defaultValue none; the call ends by itself
   */
  readonly signal?: AbortSignal;
  /**
   * The time limit of each attempt, in milliseconds.
   *
   * @defaultValue the client's `timeoutMs`
   */
  readonly timeoutMs?: number;
}

/** Calls an operation of the interface by its id. All other methods use this function. */
export type Call = <Id extends OperationId>(
  operation: Id,
  input?: CallInput,
  options?: CallOptions,
) => Promise<ResponseBody<Id>>;

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

/** The parts of a request that are the same in all attempts. Each attempt adds a new signature. */
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
    const response = await sendWithRetries(request, settings);
    const body = readResponse(response, {
      verifyResponses: settings.verifyResponses,
      anchors: settings.anchors,
      sealHolder: settings.sealHolder,
      mayBeEmpty: mayBeEmpty(operations[id]),
      requestId: request.requestId,
      atMs: settings.clock.nowMs(),
    });
    return body as ResponseBody<typeof id>;
  };

const prepare = (
  operation: Operation,
  input: CallInput,
  options: CallOptions,
  settings: CallSettings,
): Prepared => {
  const { path } = operation;
  const requestId = options.requestId ?? settings.newId();
  const readsBrand = readsHeader(operation, "tpp-brand-logging-information");
  const headers = {
    Accept: "application/json",
    "Accept-Encoding": "identity",
    ...(input.body !== undefined && { "Content-Type": "application/json" }),
    ...(settings.verifyResponses !== "off" && { "Accept-Signature": requestedSignature }),
    ...(settings.acceptFix.length > 0 && { "x-accept-fix": settings.acceptFix.join(", ") }),
    "X-Request-ID": requestId,
    ...(readsBrand && settings.brand && { "TPP-Brand-Logging-Information": settings.brand }),
    ...(input.psu && formatPsuHeaders(operation, input.psu)),
  };
  return {
    operation,
    requestId,
    target:
      input.target ??
      settings.address.buildTarget(fillPath(path, input.parameters ?? {}), input.query),
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

const requestedSignature = 'algorithm="rsa-sha256",headers="date digest x-request-id"';

/** Encodes text as UTF-8, because Node sends each character of a header as one byte. */
const formatHeaderValue = (value: string): string => Buffer.from(value).toString("latin1");

const sendWithRetries = async (
  request: Prepared,
  settings: CallSettings,
): Promise<IncomingResponse> => {
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
    const attempts = attempt === 1 ? "1 attempt" : `${attempt} attempts`;
    throw new NetworkError(
      `${operation.id} got no response in ${attempts}: ${message}`,
      { fault, requestId, attempts: attempt, mayHaveArrived },
      cause,
    );
  }
};

/** Signs with a new Date, sends, and returns the response or the fault. */
const attemptOnce = async (
  request: Prepared,
  attempt: number,
  settings: CallSettings,
): Promise<IncomingResponse | TransportFault> => {
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
  const report = { operation: operation.id, method, target, requestId, attempt, durationMs };
  if (outcome instanceof TransportFault) {
    reportExchange({ ...report, error: outcome }, settings);
  } else {
    const warning = outcome.header("varde-warning");
    reportExchange(
      { ...report, status: outcome.status, ...(warning !== undefined && { warning }) },
      settings,
    );
  }
  return outcome;
};

/** Calls onExchange. If it throws, the caller still gets the response of the bank. */
const reportExchange = (exchange: Exchange, { onExchange }: CallSettings): void => {
  try {
    onExchange?.(exchange);
  } catch (error) {
    process.emitWarning(`onExchange threw: ${error instanceof Error ? error.stack : error}`);
  }
};
