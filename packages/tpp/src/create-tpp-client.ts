import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptFixNames,
  type Certificate,
  isInvalid,
  readCertificatePem,
  type SignRequestInput,
} from "@varde/protocol";
import { checkArguments, checkCalls, takes } from "./check-arguments.ts";
import { callArguments, clientOptions, psuOptions as psuKind } from "./client-arguments.ts";
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
  /**
   * The path before /v1, if it is not part of `baseUrl`, such as `/api-sandbox`.
   *
   * @defaultValue the path of `baseUrl`
   */
  readonly pathPrefix?: string;
  /**
   * PEM of the authorities of the bank's TLS certificate, instead of the public ones.
   *
   * @defaultValue the authorities that Node trusts
   */
  readonly ca?: TransportTrust["ca"];
  /**
   * PEM of the TPP's TLS certificate (QWAC), for banks that require one. Set `tlsKey` too.
   *
   * @defaultValue none
   */
  readonly tlsCertificate?: string;
  /**
   * PEM of the private key of `tlsCertificate`.
   *
   * @defaultValue none
   */
  readonly tlsKey?: string;
  /**
   * PEM of the authorities of the bank's seal. Without them a signature proves that a response is
   * intact, but only TLS proves that it comes from the bank.
   *
   * @defaultValue none; seals of all authorities are accepted
   */
  readonly sealAuthorities?: readonly string[];
  /**
   * The required holder of the seal: its organizationIdentifier, or its commonName if it has none.
   * Set it together with `sealAuthorities`, because an authority issues seals for many holders.
   *
   * @defaultValue none; seals of all holders are accepted
   */
  readonly sealHolder?: string;
  /**
   * The path of consents at this bank.
   *
   * @defaultValue "bank-offered-consents"
   */
  readonly consentsPath?: ConsentsPath;
  /**
   * The path at which this bank returns the id of the PSU.
   *
   * @defaultValue "user"
   */
  readonly userPath?: UserPath;
}

/** The options of `createTppClient`. Only `bank` and `identity` are required. */
export interface TppClientOptions {
  /** The bank to call. */
  readonly bank: BankOptions;
  /** The TPP's certificate and key. */
  readonly identity: TppIdentity;
  /**
   * Values of x-accept-fix.
   *
   * @defaultValue all values that this version knows
   */
  readonly acceptFix?: readonly string[];
  /**
   * The brand of the TPP, shown to the PSU when a payment is authorised.
   *
   * @defaultValue none; the bank shows the name in the certificate
   */
  readonly brand?: string;
  /**
   * Whether responses must be signed.
   *
   * @defaultValue "if-signed"
   */
  readonly verifyResponses?: VerifyResponses;
  /**
   * When and how often calls are repeated. Fields that are left out have their defaults.
   *
   * @defaultValue the defaults of `RetryPolicy`
   */
  readonly retries?: Partial<RetryPolicy>;
  /**
   * The time limit of each attempt, in milliseconds.
   *
   * @defaultValue 30_000
   */
  readonly timeoutMs?: number;
  /**
   * The algorithms of signatures and digests.
   *
   * @defaultValue rsa-sha256 and SHA-256, which all banks accept
   */
  readonly signing?: Pick<SignRequestInput, "algorithm" | "digestAlgorithm">;
  /**
   * Whether signatures cover `(request-target)`: method, path and query. A request that somebody
   * captures is then valid for nothing else. Some banks require it; the interface does not ask for
   * it.
   *
   * @defaultValue false
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
  /**
   * Called after every attempt, for logs and metrics.
   *
   * @defaultValue nothing is called
   */
  readonly onExchange?: (exchange: Exchange) => void;
  /**
   * Time and delays; tests replace them.
   *
   * @defaultValue the machine's clock
   */
  readonly clock?: ClientClock;
  /**
   * Creates request and session ids.
   *
   * @defaultValue random UUIDs
   */
  readonly ids?: () => string;
}

/** A client with which a TPP calls one bank. */
export interface TppClient {
  /** Single payments: NDCT, NCBCT, INDCTS, CBCT and SCT. */
  readonly payments: Payments<PaymentBodies>;
  /** Several domestic payments (NDCT) from one account on one day. */
  readonly bulkPayments: Payments<BulkPaymentBodies, "bulk-payments">;
  /** Domestic payments (NDCT) that are repeated. */
  readonly periodicPayments: Payments<PeriodicPaymentBodies, "periodic-payments">;
  /** Several payments that the PSU approves at once. */
  readonly baskets: Baskets;
  /** Accounts with their balances and transactions. */
  readonly accounts: Accounts;
  /** Card accounts with their balances and transactions. */
  readonly cardAccounts: CardAccounts;
  /** The PSU's choice of accounts that the TPP may read. */
  readonly consents: Consents;
  /** Companies that the PSU may act for. */
  readonly agreements: Agreements;
  /** The id of the PSU at this bank. */
  readonly user: User;
  /** Whether an account has an amount available. */
  readonly funds: Funds;
  /** The TPP's address for notices of the bank. */
  readonly contact: Contact;
  /** Creates the PSU for whom the TPP acts. Throws a TypeError if an option is wrong. */
  psu(options: PsuOptions): Psu;
  /** Calls any operation by its id; the other members use it too. */
  readonly call: Call;
  /** Closes idle connections, so that the process can end. Calls in progress are aborted. */
  close(): void;
}

/**
 * Creates a client that signs requests, retries when a response is lost, and verifies responses.
 * Every method rejects with a TypeError if an argument is wrong, and nothing is sent then.
 *
 * @throws TypeError if an option is missing, unknown or wrong, or key and certificate do not match.
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
  checkArguments("createTppClient", [options], [["options", clientOptions]]);
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
    psu: (psuOptions) => {
      checkArguments("client.psu", [psuOptions], [["options", psuKind]]);
      return new Psu(psuOptions, newId);
    },
    call: checkCalls("client", { call }, { call: takes(...callArguments) }).call,
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
