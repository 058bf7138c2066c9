import { type Message, statusByCode, type TppMessageCode } from "@varde/protocol";

/**
 * The base class of the errors this package throws for failures outside the caller's code. For a
 * wrong call it throws a TypeError.
 *
 * @example
 * try {
 *   await client.accounts.list(psu);
 * } catch (error) {
 *   if (error instanceof ScaRequiredError) return redirect(error.scaRedirect);
 *   if (error instanceof RefusedError && error.code === "ACCESS_EXCEEDED") return later();
 *   throw error;
 * }
 */
export class TppError extends Error {
  /** Sets `name` to that of the class. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A message as the bank sent it. Its code may be unknown to the interface. */
export type BankMessage = Omit<Message, "code"> & { readonly code: string };

/** The facts of a refusal, from which a `RefusedError` is made. */
export interface RefusalFacts {
  /** The HTTP status. */
  readonly status: number;
  /** The bank's messages, in its order; empty if it sent none. */
  readonly messages: readonly BankMessage[];
  /** The X-Request-ID of the request. */
  readonly requestId: string;
  /** The address to redirect the PSU to. Absent if the response has none. */
  readonly scaRedirect?: string;
  /** The address where a sandbox explains a refused signature. Absent if there is none. */
  readonly explainUrl?: string;
  /** The bank's Retry-After in seconds. Absent if it sent none. */
  readonly retryAfterSeconds?: number;
}

/** The bank refused the request. */
export class RefusedError extends TppError {
  /** The HTTP status. */
  readonly status: number;
  /** The code of the first error; if the interface does not have it, the code of the status. */
  readonly code: TppMessageCode;
  /** The bank's messages, in its order; empty if it sent none. */
  readonly messages: readonly BankMessage[];
  /** The X-Request-ID of the request. */
  readonly requestId: string;
  /** The address to redirect the PSU to, if the response has one. */
  readonly scaRedirect: string | undefined;
  /** The address where a sandbox explains what is wrong with the signature. */
  readonly explainUrl: string | undefined;
  /** The bank's Retry-After in seconds, if it sent one. */
  readonly retryAfterSeconds: number | undefined;

  /** Used by the client; tests of a TPP may use it too. */
  constructor(facts: RefusalFacts) {
    const code = refusalCode(facts);
    const texts = facts.messages.map(({ text, path }) => [path, text].filter(Boolean).join(": "));
    super([`${facts.status} ${code}`, ...texts.filter((text) => text !== "")].join("; "));
    this.status = facts.status;
    this.code = code;
    this.messages = facts.messages;
    this.requestId = facts.requestId;
    this.scaRedirect = facts.scaRedirect;
    this.explainUrl = facts.explainUrl;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The PSU must authenticate first, at `scaRedirect`. */
export class ScaRequiredError extends RefusedError {
  /** The address to redirect the PSU to. */
  declare readonly scaRedirect: string;

  /** Used by the client; tests of a TPP may use it too. */
  constructor(facts: RefusalFacts & { readonly scaRedirect: string }) {
    super(facts);
  }
}

/** Why no response was received. */
export type NetworkFault = "unreachable" | "connection-lost" | "timeout" | "tls" | "too-large";

/** No response was received. The same request can be retried with the same `requestId`. */
export class NetworkError extends TppError {
  /** The fault of the last attempt. */
  readonly fault: NetworkFault;
  /** The X-Request-ID, which all attempts share. */
  readonly requestId: string;
  /** The number of attempts. */
  readonly attempts: number;
  /** Whether an attempt may have reached the bank and taken effect. */
  readonly mayHaveArrived: boolean;

  /** Used by the client; tests of a TPP may use it too. */
  constructor(
    message: string,
    facts: Pick<NetworkError, "fault" | "requestId" | "attempts" | "mayHaveArrived">,
    cause: unknown,
  ) {
    super(message, { cause });
    this.fault = facts.fault;
    this.requestId = facts.requestId;
    this.attempts = facts.attempts;
    this.mayHaveArrived = facts.mayHaveArrived;
  }
}

/** A response with an invalid signature or form. The request may have taken effect. */
export class InvalidResponseError extends TppError {
  /** Whether the signature is invalid or missing, or the body is not what the interface says. */
  readonly fault: "signature" | "form";
  /** The HTTP status. */
  readonly status: number;
  /** The X-Request-ID of the request. */
  readonly requestId: string;

  /** Used by the client; tests of a TPP may use it too. */
  constructor(
    message: string,
    facts: Pick<InvalidResponseError, "fault" | "status" | "requestId">,
  ) {
    super(message);
    this.fault = facts.fault;
    this.status = facts.status;
    this.requestId = facts.requestId;
  }
}

/** The address to which a PSU returned is malformed or does not belong to this PSU. */
export class CallbackError extends TppError {}

/** The PSU returned after an SCA that failed. */
export class ScaFailedError extends TppError {
  /** The system that failed, such as `sca` or `core-bank`, if the bank says it. */
  readonly system: string | undefined;
  /** The HTTP status that a refusal for the same reason would have, 400 to 599. */
  readonly status: number;
  /** The reason; if the interface does not have the bank's code, the code of the status. */
  readonly code: TppMessageCode;

  /** Used by the client; tests of a TPP may use it too. */
  constructor(message: string, facts: { system?: string; status: number; code: TppMessageCode }) {
    super(message);
    this.system = facts.system;
    this.status = facts.status;
    this.code = facts.code;
  }
}

/** The expected status was not reached in time, or can no longer be reached. */
export class StatusNotReachedError extends TppError {
  /** Whether the time is up, or the status can no longer change. */
  readonly reason: "timeout" | "final";
  /** The status that was read last; undefined if the bank returned none. */
  readonly lastStatus: string | undefined;

  /** Used by the client; tests of a TPP may use it too. */
  constructor(message: string, reason: "timeout" | "final", lastStatus: string | undefined) {
    super(message);
    this.reason = reason;
    this.lastStatus = lastStatus;
  }
}

const isKnownCode = (code: string): code is TppMessageCode => Object.hasOwn(statusByCode, code);

/** The code for an HTTP status, used if the bank sends an unknown code. */
const codeByStatus: Readonly<Record<number, TppMessageCode>> = {
  401: "SCA_INVALID",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  429: "ACCESS_EXCEEDED",
};

/** Returns the code if the interface has it, else the code of the status. */
export const toKnownCode = (code: string | undefined, status: number): TppMessageCode => {
  if (code !== undefined && isKnownCode(code)) return code;
  return codeByStatus[status] ?? (status >= 500 ? "SYSTEM_ERROR" : "BAD_REQUEST");
};

const refusalCode = ({ messages, status }: RefusalFacts): TppMessageCode => {
  const errors = messages.filter(({ category }) => category === "ERROR");
  return toKnownCode((errors[0] ?? messages[0])?.code, status);
};
