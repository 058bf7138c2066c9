import { type Message, statusByCode, type TppMessageCode } from "@varde/protocol";

/**
 * The root of everything this package throws for what went wrong outside the caller's own code; a
 * mistake in calling it is a TypeError.
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

/** A message as a bank wrote it: its code may be one of the bank's own. */
export type BankMessage = Omit<Message, "code"> & { readonly code: string };

export interface RefusalFacts {
  readonly status: number;
  readonly messages: readonly BankMessage[];
  readonly requestId: string;
  readonly scaRedirect?: string;
  readonly explainUrl?: string;
  readonly retryAfterSeconds?: number;
}

/** The bank answered, and the answer is no. */
export class RefusedError extends TppError {
  readonly status: number;
  /** The first error's code; for a code the interface does not have, the one of the status. */
  readonly code: TppMessageCode;
  readonly messages: readonly BankMessage[];
  /** The X-Request-ID under which it was asked. */
  readonly requestId: string;
  /** Where to send the PSU, if the answer said so. */
  readonly scaRedirect: string | undefined;
  /** Where a sandbox explains what was wrong with the signature. */
  readonly explainUrl: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: RefusalFacts) {
    const code = codeOf(facts);
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

/** The bank wants the PSU to authenticate first, at `scaRedirect`. */
export class ScaRequiredError extends RefusedError {
  declare readonly scaRedirect: string;

  constructor(facts: RefusalFacts & { readonly scaRedirect: string }) {
    super(facts);
  }
}

export type NetworkFault = "unreachable" | "connection-lost" | "timeout" | "tls" | "too-large";

/** No answer came. The same request may be sent again under the same `requestId`. */
export class NetworkError extends TppError {
  readonly fault: NetworkFault;
  readonly requestId: string;
  readonly attempts: number;
  /** Whether an attempt may have reached the bank, so that its effect may exist. */
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

/** An answer that must not be believed or cannot be read; what it answers may have happened. */
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

/** An address the PSU came back with that is not the end of an SCA this PSU began. */
export class CallbackError extends TppError {}

/** The PSU came back, and the SCA had failed. */
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

/** A status that was waited for did not come in time, or can no longer come. */
export class StatusNotReachedError extends TppError {
  readonly reason: "timeout" | "final";
  /** Absent when the bank has told none. */
  readonly lastStatus: string | undefined;

  constructor(message: string, reason: "timeout" | "final", lastStatus: string | undefined) {
    super(message);
    this.reason = reason;
    this.lastStatus = lastStatus;
  }
}

const isKnownCode = (code: string): code is TppMessageCode => Object.hasOwn(statusByCode, code);

/** What a status means by itself, for codes that only one bank knows. */
const codeByStatus: Readonly<Record<number, TppMessageCode>> = {
  401: "SCA_INVALID",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  429: "ACCESS_EXCEEDED",
};

/** The closed set's code for what a bank wrote. */
export const knownCodeOf = (code: string | undefined, status: number): TppMessageCode => {
  if (code !== undefined && isKnownCode(code)) return code;
  return codeByStatus[status] ?? (status >= 500 ? "SYSTEM_ERROR" : "BAD_REQUEST");
};

const codeOf = ({ messages, status }: RefusalFacts): TppMessageCode => {
  const errors = messages.filter(({ category }) => category === "ERROR");
  return knownCodeOf((errors[0] ?? messages[0])?.code, status);
};
