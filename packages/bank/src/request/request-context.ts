import assert from "node:assert/strict";
import type { Socket } from "node:net";
import type {
  Certificate,
  HeaderName,
  Invalid,
  Operation,
  PaymentProduct,
  PaymentService,
  SignatureHeader,
  ToleratedFormId,
} from "@varde/protocol";
import type { AccountId, PaymentId } from "../ports/ids.ts";
import type { Consent } from "../records/consent.ts";
import type { IdentifiedPsu, NamedPerson } from "../records/identified-psu.ts";
import type { Session } from "../records/session.ts";
import type { Tpp } from "../records/tpp.ts";
import type { Place } from "./place.ts";
import type { RequestHeaders } from "./request-headers.ts";

/** A request as it was received, before any check. */
export interface ReceivedRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawBody: Uint8Array;
  /** Whether the body was larger than the limit. */
  readonly isTooLarge: boolean;
  readonly parameters: Readonly<Record<string, string>>;
  readonly receivedAt: number;
  /** Base64 of the client certificate of the connection; "" if there is none, or it is not read. */
  readonly clientCertificate: string | Invalid;
  readonly place: Place;
  /** The connection that the request came on. */
  readonly socket: Socket;
}

/**
 * A request with what the checks have found out about it. Reading a part before the check that sets
 * it fails an assertion.
 */
export class RequestContext {
  readonly received: ReceivedRequest;
  /** Advice to the caller, for the sandbox's Varde-Warning header and the log. */
  readonly warnings: string[] = [];
  /** Forms that were accepted although the interface asks for others. */
  readonly toleratedForms: ToleratedFormId[] = [];
  /** The check that ended the request early, if one did. */
  endedBy: string | undefined;
  /** The scenario of a sandbox that acted on the request, if one did. */
  scenario: string | undefined;
  /** For payment operations, after checkProduct: the service and the product in the path. */
  service: PaymentService | undefined;
  product: PaymentProduct | undefined;
  query: Readonly<Record<string, string>> = {};
  /** After checkBodySchema: unknown fields removed. */
  body: unknown = undefined;
  /** The body as JSON, as it was sent. */
  bodyText = "";
  isBodyAsSent = true;
  psu: IdentifiedPsu | undefined;
  /** Whom X-PSU-IDENTITY names. Only a session of theirs makes them the PSU of the request. */
  named: NamedPerson | undefined;
  session: Session | undefined;
  /** For account operations and funds: what the PSU lets this TPP read. */
  access: AccountAccess | undefined;
  /** For lists of accounts: those that the response shows. */
  listedAccountIds: readonly AccountId[] | undefined;
  /** For payment operations: the payment and the account that pays, once they are known. */
  payment: { readonly paymentId: PaymentId; readonly debtorAccountId: AccountId } | undefined;
  /** After checkRequestId, for operations that are idempotent. */
  requestFingerprint: string | undefined;
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

  /** The body as JSON, without unknown fields, for storing it. */
  get bodyJson(): string {
    return this.isBodyAsSent ? this.bodyText : JSON.stringify(this.body);
  }

  header(name: string): string | undefined {
    return this.received.headers.get(name);
  }

  /** Returns a header that the operation requires. */
  requiredHeader(name: HeaderName): string {
    return requireSet(this.header(name), "checkRequiredHeaders");
  }

  get certificate(): Certificate {
    return requireSet(this.#certificate, "checkCertificate");
  }
  set certificate(value: Certificate) {
    this.#certificate = value;
  }

  get signature(): SignatureHeader {
    return requireSet(this.#signature, "checkKeyId");
  }
  set signature(value: SignatureHeader) {
    this.#signature = value;
  }

  get tpp(): Tpp {
    return requireSet(this.#tpp, "checkTpp");
  }
  set tpp(value: Tpp) {
    this.#tpp = value;
  }

  /** The certificate if it was readable; for explanations. */
  get knownCertificate(): Certificate | undefined {
    return this.#certificate;
  }

  /** The parts of the Signature header if it was readable; for the log. */
  get knownSignature(): SignatureHeader | undefined {
    return this.#signature;
  }

  /** The bank's time in the caller's world, if the TPP was identified; for the log. */
  get knownNow(): number | undefined {
    return this.#now;
  }

  /** The TPP if it was identified; for the log. */
  get knownTpp(): Tpp | undefined {
    return this.#tpp;
  }

  /** The bank's time in the caller's world. */
  get now(): number {
    return requireSet(this.#now, "checkTpp");
  }
  set now(value: number) {
    this.#now = value;
  }
}

const requireSet = <T>(value: T | undefined, check: string): T => {
  if (value === undefined) assert.fail(`read before ${check}`);
  return value;
};

/** The PSU's consent, and those of its accounts that the PSU can still access. */
export interface AccountAccess {
  readonly consent: Consent;
  readonly accountIds: readonly AccountId[];
}
