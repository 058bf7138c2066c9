import type { AccountId, WorldId } from "@varde/storage";
import type { Counterparty } from "../clearing/counterparty.ts";
import type { Party, TransactionTexts } from "../transactions/transaction.ts";

/**
 * The ways to carry out an instruction. Own-bank and instant instructions are booked immediately;
 * the others are reserved when they are submitted and booked by the clearing run.
 */
export const instructionKinds = ["own-bank", "instant", "clearing", "cross-border"] as const;
export type InstructionKind = (typeof instructionKinds)[number];

/** The statuses of an instruction that has moved or reserved money. */
export const instructionStatuses = [
  "held",
  "sent",
  "booked",
  "rejected",
  "returned",
  "cancelled",
] as const;
export type InstructionStatus = (typeof instructionStatuses)[number];

export const refusalReasons = [
  "amount-not-positive",
  "debtor-unknown",
  "debtor-not-payable",
  "creditor-unknown",
  "creditor-is-debtor",
  "currency-unknown",
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
  | {
      readonly status: InstructionStatus;
      readonly worldId: WorldId;
      readonly instructionId: string;
      /** The transaction that the instruction is or will be booked as. */
      readonly transactionId: string;
      readonly reason: string | null;
      readonly feeMinor: bigint;
      readonly settledAt: bigint | null;
    }
  | { readonly status: "no-funds"; readonly worldId: WorldId; readonly instructionId: string }
  | {
      readonly status: "refused";
      readonly worldId: WorldId;
      readonly instructionId: string;
      readonly reason: RefusalReason;
    };

/** An outcome from a clearing run, stored until it is acknowledged. */
export type StoredOutcome = Extract<LedgerOutcome, { readonly status: InstructionStatus }>;

export interface OutcomeRow {
  readonly world_id: string;
  readonly id: string;
  /** Held instructions are stored as sent, with clearing "hold": both have reserved the amount. */
  readonly status: Exclude<InstructionStatus, "held">;
  readonly clearing: "settle" | "reject" | "hold";
  readonly transaction_id: string;
  readonly reason: string | null;
  readonly fee_minor: bigint;
  readonly settled_at: bigint | null;
}

export function outcomeFromRow(row: OutcomeRow): StoredOutcome {
  return {
    status: row.status === "sent" && row.clearing === "hold" ? "held" : row.status,
    worldId: row.world_id,
    instructionId: row.id,
    transactionId: row.transaction_id,
    reason: row.reason,
    feeMinor: row.fee_minor,
    settledAt: row.settled_at,
  };
}
