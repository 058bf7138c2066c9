import { transactionStatuses } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { neighbourId, neighbourRows, neighbourWorld } from "./neighbour-ids.ts";

type Value = string | number | null;
type MakeValue = (row: number) => Value;

const { kari } = dataSet.people;
const { hotels } = dataSet.payees;

const past = Date.parse("2026-01-05T12:00:00+01:00");
/** Past every clock of a test, so that nobody takes what the neighbour has claimed. */
const farFuture = 8_000_000_000_000_000;
const order = {
  instructedAmount: { amount: "100.01", currency: "NOK" },
  creditorName: hotels.name,
  creditorAccount: { bban: hotels.bban, currency: "NOK" },
  debtorAccount: { bban: kari.current.bban, currency: "NOK" },
};

const ownAccount = (row: number) => (row === 0 ? kari.current : kari.savings);
const always =
  (value: Value): MakeValue =>
  () =>
    value;
const oneOf =
  (...values: readonly Value[]): MakeValue =>
  (row) =>
    values[row % values.length] ?? null;
const idOf =
  (kind: string): MakeValue =>
  (row) =>
    neighbourId(kind, row);
const paymentId = idOf("payment");
const empty = always(null);

/** The values of columns by name, or by table and name where tables differ. */
const columnValues: Readonly<Record<string, MakeValue>> = {
  world_id: always(neighbourWorld),
  tpp_id: always("neighbour-tpp"),
  tpp_name: always("Test TPP"),
  person_id: always(kari.personId),
  expected_person_id: always(kari.personId),
  customer_id: always(kari.customerId),
  owner_id: always(kari.customerId),
  customer_number: always(kari.customerNumber),
  agreement_id: always(kari.agreementId),
  account_id: always(kari.current.accountId),
  debtor_account_id: always(kari.current.accountId),
  debit_account_id: always(kari.current.accountId),
  credit_account_id: always(kari.current.accountId),
  creditor_is_ours: always(1),
  bban: always(kari.current.bban),
  iban: always(kari.current.iban),
  account_number: always(hotels.bban),
  context: always("PRIVATE"),
  given_context: always("PRIVATE"),
  channel: oneOf("redirect", "app"),
  currency: always("NOK"),
  fee_currency: always("NOK"),
  debit_currency: always("NOK"),
  credit_currency: always("NOK"),
  version: always(7),
  attempts: always(2),
  attempt: always(2),
  epoch: always(0),
  claimed_until: always(farFuture),
  brand: empty,
  pending: empty,
  evidence: empty,
  body: always(JSON.stringify(order)),
  texts: always(JSON.stringify({ debtor: { bban: kari.current.bban }, creditor: hotels })),
  attributes: always("{}"),
  content: always("[]"),
  definition: always("{}"),
  waiting: always("[]"),
  redirect_uri: always("https://tpp.example/back"),
  payment_id: paymentId,
  payment_ids: (row) => JSON.stringify([neighbourId("payment", row)]),
  instruction_id: paymentId,
  duplicate_key: (row) => `neighbour-duplicate-${row}`,
  basket_id: idOf("basket"),
  sca_id: idOf("sca"),
  consent_id: idOf("consent"),
  session_id: idOf("session"),
  transaction_id: idOf("transaction"),
  fee_transaction_id: empty,
  return_transaction_id: empty,
  subject_kind: oneOf("payment", "consent", "identification", "basket", "cancellation", "sca"),
  subject_id: (row) => neighbourId(["payment", "consent", "sca", "basket"][row % 4] ?? "sca", row),
  "sca.subject_kind": oneOf("payment", "consent", "identification", "basket", "cancellation"),
  "sca.subject_id": (row) =>
    [paymentId(row), null, null, neighbourId("basket", row), paymentId(row)][row % 5] ?? null,
  "sca.status": oneOf(
    ...["received", "started", "psuAuthenticated", "finalised", "failed"],
    ...["received", "started", "psuAuthenticated", "received", "started"],
  ),
  "sca.ended": empty,
  "sca.ended_code": empty,
  "sca.shown": empty,
  "app_challenge.status": oneOf("waiting", "confirmed", "refused"),
  "app_challenge.step": oneOf("identify", "approve"),
  "app_challenge.subject": oneOf("payment", "consent", "identification", "basket", "cancellation"),
  "app_challenge.expires_at": always(farFuture),
  "basket.state": oneOf("open", "open", "signed", "deleted"),
  // The metrics of the outbox are those of all worlds; this age counts as none.
  "outbox.created_at": always(farFuture),
  "batch.state": oneOf("running", "done"),
  "batch.kind": oneOf("payments", "start"),
  "batch.due_at": (row) => past + row,
  "payment.status": oneOf(...transactionStatuses),
  "payment.service": always("payments"),
  "payment.product": always("NDCT"),
  "payment.route": always("clearing"),
  "payment.taken_by": always("payments"),
  "payment.parent_id": empty,
  "payment.failure": empty,
  "payment.date_moved": always(0),
  "payment.fee_minor": always(0),
  "payment.signatures_missing": empty,
  "payment.psu_device": always("{}"),
  "payment_signature.rule": empty,
  "payment_signature.counts": always(1),
  "consent.scope": always("accounts"),
  "unattended_access.kind": oneOf("balances", "transactions"),
  "request.status": always(201),
  // Money is on its way to the first account, and reserved on the second.
  "ledger_account.id": (row) => ownAccount(row).accountId,
  "ledger_account.bban": (row) => ownAccount(row).bban,
  "ledger_account.iban": (row) => ownAccount(row).iban,
  "ledger_account.kind": always("current"),
  "ledger_account.bic": always("VARDNOK0"),
  "ledger_account.cash_account_type": always("CACC"),
  "ledger_account.payable": always(1),
  "ledger_account.closed_at": empty,
  // The books balance: of twelve instructions, three are sent and six have two postings each.
  "ledger_account.booked_minor": (row) => (row === 0 ? 600 : -600),
  "ledger_account.credit_line_minor": always(10_000),
  "ledger_account.reserved_minor": (row) => (row === 0 ? 0 : (neighbourRows + 3) * 100),
  "ledger_reservation.account_id": always(kari.savings.accountId),
  "ledger_instruction.debit_account_id": always(kari.savings.accountId),
  "ledger_reservation.amount_minor": always(100),
  "ledger_posting.transaction_id": (row) => neighbourId("transaction", row - (row % 2) + 1),
  "ledger_posting.account_id": (row) => ownAccount(row % 2).accountId,
  "ledger_posting.amount_minor": (row) => (row % 2 === 0 ? 100 : -100),
  "ledger_day.account_id": (row) => ownAccount(row).accountId,
  "ledger_day.postings": always(6),
  "ledger_instruction.amount_minor": always(100),
  "ledger_instruction.debited_minor": always(100),
  "ledger_instruction.credited_minor": always(100),
  "ledger_instruction.rates": empty,
  "ledger_instruction.fee_minor": always(0),
  "ledger_instruction.transaction_id": (row) =>
    neighbourId(row % 4 === 1 || row % 4 === 3 ? "transaction" : "planned", row),
  "ledger_instruction.id": paymentId,
  "ledger_instruction.kind": oneOf("clearing", "own-bank", "instant", "cross-border"),
  "ledger_instruction.status": oneOf("sent", "booked", "rejected", "returned"),
  "ledger_instruction.clearing": oneOf("settle", "reject", "hold"),
  "ledger_instruction.reason": empty,
  "ledger_instruction.original_currency": empty,
  "ledger_instruction.original_minor": empty,
  "ledger_instruction.rate_ppm": empty,
  "ledger_instruction.unacknowledged": always(1),
  "ledger_transaction.id": idOf("transaction"),
  "ledger_transaction.kind": always("payment"),
  "ledger_transaction.original_currency": empty,
  "ledger_transaction.original_minor": empty,
  "ledger_transaction.rate_ppm": empty,
  "ledger_reservation.id": paymentId,
  "ledger_counterparty.behaviour": oneOf("reject", "delay", "return"),
  "ledger_counterparty.amount_minor": (row) => row,
  "ledger_refusal.status": oneOf("refused", "no-funds"),
  "sandbox_agreement.signing": empty,
  "sandbox_customer.customer_type": always("PRIVATE"),
  "sandbox_history.last_month": always("2026-01"),
};

/** A value for a column that a later migration adds, by its name and type. */
const valueByKind = (name: string, type: string, row: number): Value => {
  if (/(^|_)(day|date)$|_until$/.test(name) && type === "text") return "2026-01-05";
  if (type === "text") return `neighbour-${name}-${row}`;
  if (/(^|_)at$/.test(name)) return past;
  if (/_minor$/.test(name)) return 10_001;
  return 1;
};

export const neighbourValue = (table: string, column: string, type: string, row: number): Value => {
  const make = columnValues[`${table}.${column}`] ?? columnValues[column];
  if (make !== undefined) return make(row);
  return valueByKind(column, type.toLowerCase(), row);
};
