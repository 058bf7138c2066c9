import { randomBytes } from "node:crypto";
import { describeResponse, type Exchange, isAccepted, linkOf, textAt } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/sign.ts";
import { type CaseFacts, NotProven, type Psu, type RequestKind, type Scene } from "./check.ts";

export const domesticPath = "/v1/payments/norwegian-domestic-credit-transfers";
const crossBorderPath = "/v1/payments/norwegian-cross-border-credit-transfers";
export const basketsPath = "/v1/signing-baskets";

/** The headers of a request that acts for a PSU who is present. */
export const psuHeaders = (scene: Scene, psu: Psu = scene.psu): Record<string, string> => ({
  "TPP-Session-ID": psu.session,
  "TPP-Redirect-URI": scene.bank.redirectUri,
  "PSU-ID": psu.id,
  ...(psu.corporateId !== undefined && { "PSU-Corporate-ID": psu.corporateId }),
  "PSU-IP-Address": "192.0.2.17",
});

/** The headers of a request that creates a payment or a basket. */
export const creationHeaders = (scene: Scene, psu?: Psu): Record<string, string> => ({
  "x-accept-fix": "amount-as-string",
  ...psuHeaders(scene, psu),
});

let amounts = 0;

/**
 * Returns an amount from 1.00 to 9.99. It differs from the last 899, and together with a random
 * remittance no payment is a logical duplicate of another, not even of an earlier run.
 */
const freshAmount = (): string => {
  amounts = (amounts + 1) % 900;
  return (1 + amounts / 100).toFixed(2);
};

export const freshRemittance = (): string => `Check ${randomBytes(6).toString("hex")}`;

const dayMs = 86_400_000;
const fixedHolidays = new Set(["01-01", "05-01", "05-17", "12-24", "12-25", "12-26", "12-31"]);

/**
 * Returns a bank day about three weeks ahead: a Tuesday or Wednesday, because the moving holidays
 * are on other weekdays.
 */
export const bankDayAhead = (clock: CaseFacts["clock"]): string => {
  let at = clock.now() + 20 * dayMs;
  const isBankDay = (day: Date) =>
    [2, 3].includes(day.getUTCDay()) && !fixedHolidays.has(day.toISOString().slice(5, 10));
  while (!isBankDay(new Date(at))) at += dayMs;
  return new Date(at).toISOString().slice(0, 10);
};

/** A domestic payment that the bank accepts. */
export const domesticBody = ({ bank }: Scene): Record<string, unknown> => ({
  instructedAmount: { amount: freshAmount(), currency: "NOK" },
  creditorName: bank.creditor.name,
  creditorAccount: { bban: bank.creditor.bban, currency: "NOK" },
  creditorAddress: { street: "Storgata 1", postalCode: "0155", city: "Oslo", country: "NO" },
  debtorAccount: { bban: bank.debtor.bban, currency: "NOK" },
  remittanceInformationUnstructured: freshRemittance(),
});

/** A payment that the PSU approves: exactly NOK 1, as the command says before the run. */
export const paidBody = (scene: Scene): Record<string, unknown> => ({
  ...domesticBody(scene),
  instructedAmount: { amount: "1.00", currency: "NOK" },
});

/** A payment abroad, below the amount that must be reported. */
const crossBorderBody = ({ bank }: Scene): Record<string, unknown> => ({
  instructedAmount: { amount: freshAmount(), currency: "EUR" },
  creditorName: "Conformance GmbH",
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
  debtorAccount: { bban: bank.debtor.bban, currency: "NOK" },
  remittanceInformationUnstructured: freshRemittance(),
});

/** A payment or a basket that a check has made: its id and its self path. */
export interface OwnResource {
  readonly id: string;
  readonly path: string;
}

/** Creates a payment as the precondition of something else. */
export const createOwnPayment = async (
  scene: Scene,
  {
    body = domesticBody(scene),
    path = domesticPath,
  }: { readonly body?: Record<string, unknown>; readonly path?: string } = {},
): Promise<OwnResource> => {
  const made = await scene.send({ method: "POST", path, headers: creationHeaders(scene), body });
  const id = textAt(made, "paymentId");
  if (!isAccepted(made) || id === undefined) {
    const seen = describeResponse(made);
    throw new NotProven(`the payment that this check needs was not created: ${seen}`);
  }
  return { id, path: pathFromLink(linkOf(made, "self")) ?? `${path}/${id}` };
};

/** Reads with GET, for the PSU who is present. */
export const readFor = (scene: Scene, path: string, psu?: Psu): Promise<Exchange> =>
  scene.send({ method: "GET", path, headers: psuHeaders(scene, psu) });

/** Reads without PSU-IP-Address and session: the PSU is not present. */
export const readUnattended = (scene: Scene, path: string): Promise<Exchange> =>
  scene.send({ method: "GET", path, headers: { "PSU-ID": scene.psu.id } });

/** Reads the status of a payment or a basket; not proven if the bank does not show it. */
export const readStatus = async (scene: Scene, path: string): Promise<string> => {
  const read = await readFor(scene, `${path}/status`);
  const status = textAt(read, "transactionStatus");
  if (status === undefined) throw new NotProven(`no status can be read: ${describeResponse(read)}`);
  return status;
};

/** Returns a link from /v1 on: banks write links relative, with their prefix, or whole. */
export const pathFromLink = (href: string | undefined): string | undefined =>
  /\/v1\/[^\s#]*/.exec(href ?? "")?.[0];

const payment: RequestKind = {
  name: "payment",
  prepare: async (scene) => ({
    method: "POST",
    path: domesticPath,
    headers: creationHeaders(scene),
    body: domesticBody(scene),
  }),
};

const crossBorder: RequestKind = {
  name: "payment abroad",
  prepare: async (scene) => ({
    method: "POST",
    path: crossBorderPath,
    headers: creationHeaders(scene),
    body: crossBorderBody(scene),
  }),
};

const basket: RequestKind = {
  name: "basket",
  prepare: async (scene) => ({
    method: "POST",
    path: basketsPath,
    headers: creationHeaders(scene),
    body: { paymentIds: [(await createOwnPayment(scene)).id] },
  }),
};

/** A kind that reads or changes a payment of its own. */
const onPayment = (name: string, method: "GET" | "DELETE", suffix = ""): RequestKind => ({
  name,
  prepare: async (scene) => ({
    method,
    path: `${(await createOwnPayment(scene)).path}${suffix}`,
    headers: psuHeaders(scene),
  }),
});

/** A kind that reads with GET. */
const reading = (
  name: string,
  path: string | ((scene: Scene) => Promise<string>),
  needs: RequestKind["needs"] = [],
): RequestKind => ({
  name,
  needs,
  prepare: async (scene): Promise<WireRequest> => ({
    method: "GET",
    path: typeof path === "string" ? path : await path(scene),
    headers: psuHeaders(scene),
  }),
});

/** Every operation that a run can reach, each with a correct request. */
export const requestKinds = {
  payment,
  crossBorder,
  basket,
  details: onPayment("payment details", "GET"),
  status: onPayment("payment status", "GET", "/status"),
  deletion: onPayment("deletion of a payment", "DELETE"),
  user: reading("user", "/v1/user"),
  accounts: reading("accounts", "/v1/accounts"),
  balances: reading(
    "balances",
    async (scene) => `/v1/accounts/${await scene.accountId()}/balances`,
  ),
  transactions: reading(
    "transactions",
    async (scene) => `/v1/accounts/${await scene.accountId()}/transactions?bookingStatus=booked`,
  ),
  consents: {
    name: "consents",
    prepare: async (scene) => ({
      method: "POST",
      path: "/v1/bank-offered-consents",
      headers: psuHeaders(scene),
      body: {},
    }),
  },
  customers: reading("sandbox customers", "/v1/sandbox/customers", ["sandbox"]),
} as const satisfies Readonly<Record<string, RequestKind>>;
