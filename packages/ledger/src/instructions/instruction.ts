import { exchangeFaults, type UsedRates } from "@varde/protocol/money";
import {
  type AccountId,
  bigInteger,
  flag,
  json,
  named,
  nullable,
  type RecordOf,
  table,
  text,
  type WorldId,
} from "@varde/storage";
import type { Counterparty } from "../clearing/counterparty.ts";
import { creditMinor, debitMinor, minor } from "../money/minor-columns.ts";
import type { Party, TransactionTexts } from "../transactions/transaction.ts";

/**
 * The ways to carry out an instruction. Own-bank and instant instructions are booked immediately;
 * the others are reserved when they are submitted and booked by the clearing run.
 */
export const instructionKinds = ["own-bank", "instant", "clearing", "cross-border"] as const;
export type InstructionKind = (typeof instructionKinds)[number];

/** The statuses of an instruction that has moved or reserved money. */
export type InstructionStatus = "held" | "sent" | "booked" | "rejected" | "returned";

export const refusalReasons = [
  "amount-not-positive",
  "debtor-unknown",
  "debtor-not-payable",
  "creditor-unknown",
  "creditor-is-debtor",
  ...exchangeFaults,
  "balance-too-large",
  "counterparty-refused",
  "counterparty-silent",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** An order to move money. An id is carried out once, however often it is submitted. */
export interface LedgerInstruction {
  readonly worldId: WorldId;
  readonly id: string;
  readonly kind: InstructionKind;
  readonly debtor: LedgerAccountReference;
  /** The payer's name as the payee sees it. */
  readonly debtorName?: string;
  readonly creditor: Party;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** YYYY-MM-DD, the date the customer requested. */
  readonly executionDate: string;
  readonly isUrgent?: boolean;
  /** The instant before which no clearing run takes it; by default the next run does. */
  readonly notSettledBefore?: bigint;
  readonly texts?: Omit<TransactionTexts, "debtor" | "creditor">;
  /**
   * The total fee that was agreed, in the currency of the debtor account. Defaults to a new quote.
   */
  readonly agreedFeeMinor?: bigint;
  /**
   * Increases each time the caller retries an instruction that moved nothing. Repeating an attempt,
   * however late, returns its first outcome. Without it every submission is a new attempt.
   */
  readonly attempt?: bigint;
  /** Overrides the behaviour of the other bank for this payment only. */
  readonly counterparty?: Pick<Counterparty, "behaviour" | "delayMs" | "reason">;
}

export type LedgerAccountReference = { readonly accountId: AccountId } | { readonly bban: string };

/**
 * The result of an instruction. An instruction that was refused or lacked funds has moved nothing
 * and may be submitted again under the same id, as a further attempt.
 */
export type LedgerOutcome =
  | StoredOutcome
  | { readonly status: "no-funds"; readonly worldId: WorldId; readonly instructionId: string }
  | {
      readonly status: "refused";
      readonly worldId: WorldId;
      readonly instructionId: string;
      readonly reason: RefusalReason;
    };

export const instructionTable = table("ledger_instruction", {
  worldId: text<WorldId>(),
  instructionId: named("id", text()),
  kind: text<InstructionKind>(),
  /** Held instructions are stored as sent, with clearing "hold": both have reserved the amount. */
  status: text<Exclude<InstructionStatus, "held">>(),
  debitAccountId: text<AccountId>(),
  debitCurrency: text(),
  debitedMinor: debitMinor,
  feeMinor: minor,
  creditAccountId: text<AccountId>(),
  creditorIsOurs: flag,
  creditCurrency: text(),
  creditedMinor: creditMinor,
  currency: text(),
  amountMinor: bigInteger,
  originalCurrency: nullable(text()),
  originalMinor: nullable(bigInteger),
  ratePpm: nullable(bigInteger),
  /** The exact rates of the quote. Null if a version without this column made it. */
  rates: json<UsedRates>(),
  executionDate: text(),
  texts: json<TransactionTexts>(),
  /** The transaction that the instruction is or will be booked as. */
  transactionId: text(),
  feeTransactionId: nullable(text()),
  returnTransactionId: nullable(text()),
  clearing: text<"settle" | "reject" | "hold">(),
  reason: nullable(text()),
  submittedAt: bigInteger,
  dueAt: bigInteger,
  returnAt: nullable(bigInteger),
  batchId: nullable(text()),
  bookingDate: nullable(text()),
  settledAt: nullable(bigInteger),
  isUnacknowledged: named("unacknowledged", flag),
});

export const outcomeFields = [
  "status",
  "clearing",
  "worldId",
  "instructionId",
  "transactionId",
  "reason",
  "feeMinor",
  "settledAt",
] as const;
export const outcomeRecords = instructionTable.pick(...outcomeFields);
type OutcomeRecord = RecordOf<typeof outcomeRecords>;

/** An outcome from a clearing run, stored until it is acknowledged. */
export interface StoredOutcome extends Omit<OutcomeRecord, "status" | "clearing"> {
  readonly status: InstructionStatus;
}

export const toOutcome = ({ status, clearing, ...outcome }: OutcomeRecord): StoredOutcome => ({
  status: status === "sent" && clearing === "hold" ? "held" : status,
  ...outcome,
});

/** The outcomes of attempts that moved nothing, the last one of each instruction. */
export const refusalTable = table("ledger_refusal", {
  worldId: text<WorldId>(),
  instructionId: text(),
  attempt: bigInteger,
  status: text<"no-funds" | "refused">(),
  /** Empty if the account lacked funds. */
  reason: text<RefusalReason | "">(),
});
