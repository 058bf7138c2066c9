import assert from "node:assert/strict";
import type { Certificate, Operation, PaymentProduct, SignatureHeader } from "@varde/protocol";
import type { AccountAccess } from "./account-access.ts";
import type { Psu } from "./psu.ts";
import type { RequestHeaders } from "./request-headers.ts";
import type { Session } from "./session.ts";
import type { Tpp } from "./tpp.ts";

/** What came over the wire, before anything is known of it. */
export interface ReceivedRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawBody: Uint8Array;
  /** Whether there was more of a body than is read. */
  readonly isTooLarge: boolean;
  readonly parameters: Readonly<Record<string, string>>;
  readonly receivedAt: number;
}

/**
 * One request on its way through the checks. Each check fills in what it found out; reading a part
 * before the check that fills it is a mistake of ours and is asserted.
 */
export class RequestContext {
  readonly received: ReceivedRequest;
  /** For the sandbox's Varde-Warning header and the log: the caller's habits, not its faults. */
  readonly warnings: string[] = [];
  /** Of a payment operation: the product its path names. */
  product: PaymentProduct | undefined;
  query: Readonly<Record<string, string>> = {};
  /** Once its schema was held against it, without the fields that are not known. */
  body: unknown = undefined;
  /** The body as JSON, as it came. */
  bodyText = "";
  isBodyAsSent = true;
  psu: Psu | undefined;
  session: Session | undefined;
  /** Of an account operation: what the PSU lets this TPP see. */
  access: AccountAccess | undefined;
  requestFingerprint = "";
  #certificate: Certificate | undefined;
  #signature: SignatureHeader | undefined;
  #tpp: Tpp | undefined;
  #now: number | undefined;

  constructor(received: ReceivedRequest) {
    this.received = received;
  }

  get operation(): Operation {
    return this.received.operation;
  }

  /** The body as JSON, for what keeps it. */
  get bodyJson(): string {
    return this.isBodyAsSent ? this.bodyText : JSON.stringify(this.body);
  }

  header(name: string): string | undefined {
    return this.received.headers.get(name);
  }

  get certificate(): Certificate {
    return filled(this.#certificate, "checkCertificate");
  }
  set certificate(value: Certificate) {
    this.#certificate = value;
  }

  get signature(): SignatureHeader {
    return filled(this.#signature, "checkKeyId");
  }
  set signature(value: SignatureHeader) {
    this.#signature = value;
  }

  get tpp(): Tpp {
    return filled(this.#tpp, "checkTpp");
  }
  set tpp(value: Tpp) {
    this.#tpp = value;
  }

  /** The certificate if it could be read; for explanations. */
  get knownCertificate(): Certificate | undefined {
    return this.#certificate;
  }

  /** Whether it is known yet who calls; for the log. */
  get knownTpp(): Tpp | undefined {
    return this.#tpp;
  }

  /** The bank's own time in the caller's world. */
  get now(): number {
    return filled(this.#now, "checkTpp");
  }
  set now(value: number) {
    this.#now = value;
  }
}

const filled = <T>(value: T | undefined, check: string): T => {
  if (value === undefined) assert.fail(`read before ${check} has filled it`);
  return value;
};
