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
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A message as the bank sent it. Its code may be unknown to the interface. */
export type BankMessage = Omit<Message, "code"> & { readonly code: string };

export interface RefusalFacts {
  readonly status: number;
  readonly messages: readonly BankMessage[];
  readonly requestId: string;
  readonly scaRedirect?: string;
  readonly explainUrl?: string;
  readonly retryAfterSeconds?: number;
}

/** The bank refused the request. */
export class RefusedError extends TppError {
  readonly status: number;
  /** The code of the first error; if the interface does not have it, the code of the status. */
  readonly code: TppMessageCode;
  readonly messages: readonly BankMessage[];
  /** The X-Request-ID of the request. */
  readonly requestId: string;
  /** The address to redirect the PSU to, if the response has one. */
  readonly scaRedirect: string | undefined;
  /** The address where a sandbox explains what is wrong with the signature. */
  readonly explainUrl: string | undefined;
  readonly retryAfterSeconds: number | undefined;

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
  declare readonly scaRedirect: string;

  constructor(facts: RefusalFacts & { readonly scaRedirect: string }) {
    super(facts);
  }
}

export type NetworkFault = "unreachable" | "connection-lost" | "timeout" | "tls" | "too-large";

/** No response was received. The same request can be retried with the same `requestId`. */
export class NetworkError extends TppError {
  readonly fault: NetworkFault;
  readonly requestId: string;
  readonly attempts: number;
  /** Whether an attempt may have reached the bank and taken effect. */
  readonly mayHaveArrived: boolean;

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
  readonly fault: "signature" | "form";
  readonly status: number;
  readonly requestId: string;

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
  readonly system: string | undefined;
  readonly status: number;
  readonly code: TppMessageCode;

  constructor(message: string, facts: { system?: string; status: number; code: TppMessageCode }) {
    super(message);
    this.system = facts.system;
    this.status = facts.status;
    this.code = facts.code;
  }
}

/** The expected status was not reached in time, or can no longer be reached. */
export class StatusNotReachedError extends TppError {
  readonly reason: "timeout" | "final";
  /** Absent if the bank returned no status. */
  readonly lastStatus: string | undefined;

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
