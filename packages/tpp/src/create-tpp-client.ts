import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptFixNames,
  type Certificate,
  isInvalid,
  readCertificatePem,
  type SignRequestInput,
} from "@varde/protocol";
import { retryDefaults, timeoutMsDefault } from "./constants.ts";
import { parseBankAddress } from "./http/bank-address.ts";
import { type Call, type ClientClock, type Exchange, makeCall } from "./http/call-operation.ts";
import type { VerifyResponses } from "./http/read-response.ts";
import type { RetryPolicy } from "./http/retry.ts";
import { openTransport, type TransportTrust } from "./http/transport.ts";
import { openIdentity, type TppIdentity } from "./identity.ts";
import type { BulkPaymentBodies, PaymentBodies, PeriodicPaymentBodies } from "./payment-bodies.ts";
import { Psu, type PsuOptions } from "./psu/psu.ts";
import { type Accounts, makeAccounts } from "./resources/accounts.ts";
import { type Agreements, makeAgreements } from "./resources/agreements.ts";
import { type Baskets, makeBaskets } from "./resources/baskets.ts";
import { type CardAccounts, makeCardAccounts } from "./resources/card-accounts.ts";
import { type Consents, type ConsentsPath, makeConsents } from "./resources/consents.ts";
import { type Contact, makeContact } from "./resources/contact.ts";
import { type Funds, makeFunds } from "./resources/funds.ts";
import { makePayments, type Payments } from "./resources/payments.ts";
import { makeUser, type User, type UserPath } from "./resources/user.ts";

/** The bank to call, and the options in which banks differ. */
export interface BankOptions {
  /** For example https://bank.example or https://bank.example/api-sandbox. */
  readonly baseUrl: string;
  /** The path before /v1, if it is not part of `baseUrl`. */
  readonly pathPrefix?: string;
  /** PEM of the authorities of the bank's TLS certificate, instead of the public ones. */
  readonly ca?: TransportTrust["ca"];
  /** PEM of the TPP's TLS certificate (QWAC) and key, for banks that require one. */
  readonly tlsCertificate?: string;
  readonly tlsKey?: string;
  /**
   * PEM of the authorities of the bank's seal. Without them a signature proves that a response is
   * intact, but only TLS proves that it comes from the bank.
   */
  readonly sealAuthorities?: readonly string[];
  /**
   * The required holder of the seal: its organizationIdentifier, or its commonName if it has none.
   * Set it together with `sealAuthorities`, because an authority issues seals for many holders.
   */
  readonly sealHolder?: string;
  readonly consentsPath?: ConsentsPath;
  readonly userPath?: UserPath;
}

export interface TppClientOptions {
  readonly bank: BankOptions;
  readonly identity: TppIdentity;
  /** Values of x-accept-fix; all known values by default. */
  readonly acceptFix?: readonly string[];
  /** The brand of the TPP, shown to the PSU when a payment is authorised. */
  readonly brand?: string;
  /** `if-signed` by default. */
  readonly verifyResponses?: VerifyResponses;
  readonly retries?: Partial<RetryPolicy>;
  /** The time limit of each attempt. */
  readonly timeoutMs?: number;
  readonly signing?: Pick<SignRequestInput, "algorithm" | "digestAlgorithm">;
  /**
   * Whether signatures cover `(request-target)`: method, path and query. A request that somebody
   * captures is then valid for nothing else. Some banks require it; false by default, because the
   * interface does not ask for it.
   *
   * @example
   * const client = createTppClient({
   *   bank: { baseUrl: "https://bank.example" },
   *   identity: await readIdentityFiles("seal.pem", "seal.key"),
   *   signRequestTarget: true,
   * });
   * await client.payments.status(payment);
   * // Signature: …,headers="(request-target) date x-request-id",…
   */
  readonly signRequestTarget?: boolean;
  /** Called after every attempt, for logs and metrics. */
  readonly onExchange?: (exchange: Exchange) => void;
  readonly clock?: ClientClock;
  /** Creates request and session ids; random UUIDs by default. */
  readonly ids?: () => string;
}

/** A client with which a TPP calls one bank. */
export interface TppClient {
  readonly payments: Payments<PaymentBodies>;
  readonly bulkPayments: Payments<BulkPaymentBodies, "bulk-payments">;
  readonly periodicPayments: Payments<PeriodicPaymentBodies, "periodic-payments">;
  readonly baskets: Baskets;
  readonly accounts: Accounts;
  readonly cardAccounts: CardAccounts;
  readonly consents: Consents;
  readonly agreements: Agreements;
  readonly user: User;
  readonly funds: Funds;
  readonly contact: Contact;
  /** Creates the PSU for whom the TPP acts. */
  psu(options: PsuOptions): Psu;
  readonly call: Call;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Creates a client that signs requests, retries when a response is lost, and verifies responses.
 *
 * @example
 * const client = createTppClient({
 *   bank: { baseUrl: "https://bank.example/api-sandbox" },
 *   identity: await readIdentityFiles("seal.pem", "seal.key"),
 * });
 * const psu = client.psu({ redirectUri: "https://tpp.example/callback", ipAddress: "192.0.2.7" });
 * const { accounts } = await client.accounts.list(psu);
 */
export const createTppClient = (options: TppClientOptions): TppClient => {
  const { bank, clock = machineClock, ids: newId = randomUUID } = options;
  const address = parseBankAddress(bank.baseUrl, bank.pathPrefix);
  const identity = openIdentity(options.identity);
  const transport = openTransport(address.origin, transportTrust(bank));
  const call = makeCall({
    address,
    transport,
    identity,
    acceptFix: options.acceptFix ?? acceptFixNames,
    brand: options.brand,
    verifyResponses: options.verifyResponses ?? "if-signed",
    anchors: bank.sealAuthorities?.flatMap(readAuthorities),
    sealHolder: bank.sealHolder,
    retry: withDefaults(
      { ...retryDefaults, repeatWrites: true, repeatUnreachable: true },
      options.retries,
    ),
    timeoutMs: options.timeoutMs ?? timeoutMsDefault,
    signing: { ...options.signing, coverTarget: options.signRequestTarget ?? false },
    clock,
    newId,
    onExchange: options.onExchange,
  });
  return {
    payments: makePayments<PaymentBodies, "payments">("payments", call, clock),
    bulkPayments: makePayments<BulkPaymentBodies, "bulk-payments">("bulk-payments", call, clock),
    periodicPayments: makePayments<PeriodicPaymentBodies, "periodic-payments">(
      "periodic-payments",
      call,
      clock,
    ),
    baskets: makeBaskets(call, clock),
    accounts: makeAccounts(call, address),
    cardAccounts: makeCardAccounts(call, address),
    consents: makeConsents(call, bank.consentsPath ?? "bank-offered-consents"),
    agreements: makeAgreements(call),
    user: makeUser(call, bank.userPath ?? "user"),
    funds: makeFunds(call),
    contact: makeContact(call, identity.certificate),
    psu: (psuOptions) => new Psu(psuOptions, newId),
    call,
    close: transport.close,
  };
};

const machineClock: ClientClock = {
  nowMs: Date.now,
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    signal?.throwIfAborted();
  },
};

const transportTrust = ({ ca, tlsCertificate, tlsKey }: BankOptions): TransportTrust => ({
  ...(ca !== undefined && { ca }),
  ...(tlsCertificate !== undefined && { certificate: tlsCertificate }),
  ...(tlsKey !== undefined && { key: tlsKey }),
});

const pemStart = "-----BEGIN CERTIFICATE-----";
const pemEnd = "-----END CERTIFICATE-----";

/** Reads all certificates of a PEM text. */
const readAuthorities = (text: string): readonly Certificate[] => {
  const parts = text.split(pemEnd).slice(0, -1);
  const pems = parts.filter((part) => part.includes(pemStart)).map((part) => part + pemEnd);
  return (pems.length === 0 ? [text] : pems).map((pem) => {
    const certificate = readCertificatePem(pem);
    if (!isInvalid(certificate)) return certificate;
    throw new TypeError(`A certificate in sealAuthorities ${certificate.reason}`);
  });
};

/** Merges options over defaults. A field that is undefined counts as absent. */
const withDefaults = <T extends object>(defaults: T, given: Partial<T> = {}): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});
