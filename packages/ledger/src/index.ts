export type {
  Account,
  AccountKind,
  AccountTerms,
} from "./accounts/account.ts";
export type { Balances } from "./accounts/balances.ts";
export type { InternalAccountKind } from "./accounts/internal-account.ts";
export { accountsByOwner } from "./accounts/list-accounts.ts";
export type { InternalBalance } from "./accounts/read-balances.ts";
export { type BookFault, type BookFaultKind, bookFaults } from "./books/check-books.ts";
export {
  type Counterparty,
  type CounterpartyBehaviour,
  counterpartyBehaviours,
} from "./clearing/counterparty.ts";
export type { ClearingRun } from "./clearing/run-clearing.ts";
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
export { InstructionReused } from "./instructions/instruction-reused.ts";
export type { OutcomeFilter } from "./instructions/list-outcomes.ts";
export {
  type LedgerQuote,
  type PaymentToPrice,
  pricePayment,
} from "./instructions/price-payment.ts";
export type { LedgerIds } from "./ledger-ids.ts";
export type { LedgerParts } from "./ledger-parts.ts";
export { isLedgerRefusal, type LedgerRefusal } from "./ledger-refusal.ts";
export { accountClosing } from "./lifecycle/close-account.ts";
export { type AccountToOpen, accountOpening } from "./lifecycle/open-account.ts";
export { ledgerMigrations } from "./migrations.ts";
export { convertMinor } from "./money/convert-minor.ts";
export { defaultFeeTable, type FeeTable } from "./money/fee-table.ts";
export { defaultRateTable, type Rate, type RateTable } from "./money/rate-table.ts";
export type { ReservationToCreate } from "./reservations/create-reservation.ts";
export { bookMovements, type MovementToBook } from "./transactions/book-movements.ts";
export type {
  TransactionFilter,
  TransactionKey,
  TransactionPage,
} from "./transactions/list-transactions.ts";
export type { TransactionToLoad } from "./transactions/load-transactions.ts";
export type { HistoryToPost, TransactionToPost } from "./transactions/post-transactions.ts";
export type {
  BookedTransaction,
  CurrencyExchange,
  Party,
  PendingTransaction,
  StructuredReference,
  TransactionKind,
  TransactionTexts,
} from "./transactions/transaction.ts";
export { ledgerWorldTables } from "./worlds/ledger-world-tables.ts";
export { worldReset } from "./worlds/reset-world.ts";
