export type {
  Account,
  AccountKind,
  AccountTerms,
} from "./accounts/account.ts";
export type { Balances, InternalBalance } from "./accounts/balances.ts";
export type { InternalAccountKind } from "./accounts/internal-account.ts";
export { accountsByOwner } from "./accounts/list-accounts.ts";
export { type BookFault, type BookFaultKind, bookFaults } from "./check-books.ts";
export {
  type Counterparty,
  type CounterpartyBehaviour,
  counterpartyBehaviours,
} from "./clearing/counterparty.ts";
export type { ClearingRun } from "./clearing/run-clearing.ts";
export { accountClosing } from "./close-account.ts";
export { createLedger, type Ledger } from "./create-ledger.ts";
export {
  type InstructionKind,
  type InstructionStatus,
  type LedgerAccountReference,
  type LedgerInstruction,
  type LedgerOutcome,
  type RefusalReason,
  refusalReasons,
  type StoredOutcome,
} from "./instructions/instruction.ts";
export type { OutcomeFilter } from "./instructions/outcomes.ts";
export { type PaymentToPrice, pricePayment } from "./instructions/price-payment.ts";
export { InstructionReused } from "./instructions/submit-instructions.ts";
export type { LedgerIds, LedgerParts } from "./ledger-parts.ts";
export { isLedgerRefusal, type LedgerRefusal } from "./ledger-refusal.ts";
export { ledgerWorldTables, worldReset } from "./ledger-worlds.ts";
export { ledgerMigrations } from "./migrations.ts";
export { defaultFeeTable, type FeeTable } from "./money/fee-table.ts";
export { defaultRateTable } from "./money/rate-table.ts";
export { type AccountToOpen, accountOpening } from "./open-account.ts";
export { bookMovements, type MovementToBook } from "./transactions/book-movements.ts";
export type {
  TransactionFilter,
  TransactionKey,
  TransactionPage,
} from "./transactions/list-transactions.ts";
export type { TransactionToLoad } from "./transactions/load-transactions.ts";
export type { HistoryToPost, TransactionToPost } from "./transactions/post-transactions.ts";
export {
  type ReservationToCreate,
  reservationCreation,
  reservationRelease,
} from "./transactions/reservation.ts";
export type {
  BookedTransaction,
  CurrencyExchange,
  Party,
  PendingTransaction,
  StructuredReference,
  TransactionKind,
  TransactionTexts,
} from "./transactions/transaction.ts";
