import type { Counterparty } from "../clearing/counterparty.ts";
import type { Party, TransactionTexts } from "../transactions/transaction.ts";

/**
 * How an instruction travels. Own-bank and instant ones are booked at once; the others are reserved
 * when they are submitted and booked by the clearing run.
 */
export const instructionKinds = ["own-bank", "instant", "clearing", "cross-border"] as const;
export type InstructionKind = (typeof instructionKinds)[number];

/** Where an instruction stands once money was moved or reserved for it. */
export const instructionStatuses = ["sent", "booked", "rejected", "returned", "cancelled"] as const;
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

/** An order to move money. The same id is carried out once, however often it is submitted. */
export interface Instruction {
  readonly worldId: string;
  readonly id: string;
  readonly kind: InstructionKind;
  readonly debtor: LedgerAccountReference;
  /** The payer's name as the payee sees it. */
  readonly debtorName?: string;
  readonly creditor: Party;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** YYYY-MM-DD, the day the customer asked for. */
  readonly executionDate: string;
  readonly isUrgent?: boolean;
  readonly texts?: Omit<TransactionTexts, "debtor" | "creditor">;
  /** The whole fee that was agreed, in the debtor account's currency. Left out, it is quoted. */
  readonly agreedFeeMinor?: bigint;
  /**
   * Grows each time the caller decides to try an instruction again that moved nothing. The same
   * attempt, sent again however late, is answered as it was. Left out, every submission is new.
   */
  readonly attempt?: bigint;
  /** How the other bank behaves towards this one payment, in place of what the table says. */
  readonly counterparty?: Pick<Counterparty, "behaviour" | "delayMs" | "reason">;
}

export type LedgerAccountReference = { readonly accountId: string } | { readonly bban: string };

/**
 * What became of an instruction. One that found no funds or was refused has moved nothing and may
 * be submitted again under the same id, as a further attempt.
 */
export type Outcome =
  | {
      readonly status: InstructionStatus;
      readonly worldId: string;
      readonly instructionId: string;
      /** The transaction it is or will be booked as. */
      readonly transactionId: string;
      readonly reason: string | null;
      readonly feeMinor: bigint;
      readonly settledAt: bigint | null;
    }
  | { readonly status: "no-funds"; readonly worldId: string; readonly instructionId: string }
  | {
      readonly status: "refused";
      readonly worldId: string;
      readonly instructionId: string;
      readonly reason: RefusalReason;
    };

/** An outcome the clearing run brought, kept until it is acknowledged. */
export type StoredOutcome = Extract<Outcome, { readonly status: InstructionStatus }>;

export interface OutcomeRow {
  readonly world_id: string;
  readonly id: string;
  readonly status: InstructionStatus;
  readonly transaction_id: string;
  readonly reason: string | null;
  readonly fee_minor: bigint;
  readonly settled_at: bigint | null;
}

export function outcomeOfRow(row: OutcomeRow): StoredOutcome {
  return {
    status: row.status,
    worldId: row.world_id,
    instructionId: row.id,
    transactionId: row.transaction_id,
    reason: row.reason,
    feeMinor: row.fee_minor,
    settledAt: row.settled_at,
  };
}
