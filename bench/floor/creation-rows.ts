import { randomUUIDv7 } from "node:crypto";

type Value = string | bigint | null;

/** The rows of a payment creation, in the order of `creationInserts`. */
export interface Creation {
  readonly response: string;
  readonly rows: readonly (readonly Value[])[];
}

const insert = (table: string, columns: readonly string[], rest = ""): string =>
  `insert into ${table} (${columns.join(", ")})
    values (${columns.map((_, at) => `$${at + 1}`).join(", ")}) ${rest}`;

/**
 * The same four inserts into the same tables as in the bank's own creation, the request first. Both
 * unique constraints apply, because a floor without them would store payments twice.
 */
export const creationInserts: readonly string[] = [
  insert(
    "request",
    ["tpp_id", "request_id", "fingerprint", "status", "body", "created_at"],
    "on conflict (tpp_id, request_id) do nothing",
  ),
  insert(
    "payment_duplicate",
    ["duplicate_key", "payment_id", "created_at"],
    "on conflict (duplicate_key) do nothing",
  ),
  insert("payment", [
    ...["payment_id", "world_id", "tpp_id", "person_id", "agreement_id", "context", "service"],
    ...["product", "route", "status", "version", "body", "amount_minor", "currency"],
    ...["debtor_account_id", "execution_date", "date_moved", "fee_minor", "fee_currency"],
    ...["parent_id", "session_id", "duplicate_key", "created_at", "status_at"],
  ]),
  insert("event", [
    ...["event_id", "world_id", "subject_kind", "subject_id", "name", "actor", "detail"],
    "happened_at",
  ]),
];

const worldId = randomUUIDv7();
const tppId = randomUUIDv7();
const personId = randomUUIDv7();
const accountId = randomUUIDv7();

/** Builds the rows. The digest replaces the fingerprints that the bank has to compute. */
export const creationRows = (requestId: string, digest: string, body: string): Creation => {
  const { instructedAmount } = JSON.parse(body) as {
    instructedAmount: { amount: string; currency: string };
  };
  const id = randomUUIDv7();
  const now = BigInt(Date.now());
  const amount = BigInt(instructedAmount.amount.replace(".", ""));
  const key = digest.slice(8);
  const response = formatResponse(id);
  const product = "NDCT";
  return {
    response,
    rows: [
      [tppId, requestId, key, 201n, response, now],
      [key, id, now],
      [
        ...[id, worldId, tppId, personId, null, "PRIVATE", "payments", product, "clearing"],
        ...["RCVD", 1n, body, amount, instructedAmount.currency, accountId, "2026-11-20", 0n, 0n],
        ...["NOK", null, "bench", key, now, now],
      ],
      [randomUUIDv7(), worldId, "payment", id, "created", tppId, null, now],
    ],
  };
};

const formatResponse = (id: string): string => {
  const self = `/v1/payments/norwegian-domestic-credit-transfers/${id}`;
  return JSON.stringify({
    paymentId: id,
    transactionStatus: "RCVD",
    transactionFeeIndicator: false,
    _links: {
      self: { href: self, verbs: ["GET", "DELETE"] },
      status: { href: `${self}/status`, verbs: ["GET"] },
      startAuthorisation: { href: `${self}/authorisations`, verbs: ["POST"] },
    },
  });
};
