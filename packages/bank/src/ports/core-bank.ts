import type { Currency } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { AccountId, WorldId } from "./ids.ts";
import type { CoreReference, Instruction, InstructionOutcome, Outcome } from "./instruction.ts";

export type * from "./instruction.ts";

/** An account as the core bank knows it. */
export interface CoreAccount {
  /**
   * Permanent id of the account. TPPs see it as resourceId, so it should reveal nothing. It gives
   * no access by itself, because every call is checked against the PSU's consent.
   */
  readonly accountId: AccountId;
  readonly bban: string | undefined;
  readonly iban: string | undefined;
  readonly currency: Currency;
  readonly name: string;
  readonly isCard: boolean;
  /** Whether payments through the interface may be debited from this account. */
  readonly mayPay: boolean;
  readonly bic: string | undefined;
  /** Name of the account product. */
  readonly product: string | undefined;
  /** ISO 20022 code such as CACC, or the bank's own code for the kind of account. */
  readonly cashAccountType: string | undefined;
  /** How far below zero the account may go. */
  readonly creditLineMinor: bigint;
  /** Set for a card account. */
  readonly card: CoreCard | undefined;
}

export interface CoreCard {
  /** Card number with its middle digits masked; the full number never leaves the core bank. */
  readonly maskedPan: string;
  /** Reference of the card account in payments, if it can pay. */
  readonly cardReference: string | undefined;
  readonly status?: "enabled" | "deleted" | "blocked" | undefined;
}

/** Balances in minor units of the account's currency; `changedAt` is epoch milliseconds. */
export interface CoreBalances {
  /** The account, if the core bank names it. Another one than requested counts as a failure. */
  readonly accountId?: AccountId | undefined;
  readonly bookedMinor: bigint;
  /** Booked, less reserved and outgoing amounts. */
  readonly expectedMinor: bigint;
  /** Amount that can be paid now: expected plus the credit line. */
  readonly availableMinor: bigint;
  readonly changedAt: number;
}

/** The debtor or creditor of a transaction, as far as the bank knows it. */
export interface CoreParty {
  readonly name?: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly bic?: string;
}

/** A movement on one account. Amounts are negative if the account is debited. */
export interface CoreMovement {
  /** The account, if the core bank names it. Another one than requested counts as a failure. */
  readonly accountId?: AccountId | undefined;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** Amount in the currency of the order, if that is not the account's currency. */
  readonly exchange:
    | {
        readonly originalMinor: bigint;
        readonly originalCurrency: Currency;
        /** Units of the account's currency for one unit of the original one, in millionths. */
        readonly ratePpm: bigint;
      }
    | undefined;
  readonly debtor: CoreParty | undefined;
  readonly creditor: CoreParty | undefined;
  readonly ultimateDebtor: string | undefined;
  readonly ultimateCreditor: string | undefined;
  readonly remittance: readonly string[];
  readonly references: readonly CoreReference[];
  readonly endToEndId: string | undefined;
  /** ISO 20022 code of the purpose, such as SALA. */
  readonly purposeCode: string | undefined;
  /** Reference on the account's statement, if that is not the transaction's id. */
  readonly entryReference: string | undefined;
  readonly bankTransactionCode: string | undefined;
  readonly proprietaryBankTransactionCode: string | undefined;
  /** The bank's own references; the id of a payment made through the interface is the first. */
  readonly bankReferences: readonly string[];
  /** For card purchases: the date (YYYY-MM-DD), the shop, and whether it was invoiced. */
  readonly purchasedOn: string | undefined;
  readonly cardAcceptorId: string | undefined;
  readonly isInvoiced: boolean | undefined;
  /** For card purchases: their own id, and the card, if they differ from those of the account. */
  readonly cardTransactionId?: string | undefined;
  readonly maskedPan?: string | undefined;
}

/** A booked transaction, which never changes. */
export interface CoreTransaction extends CoreMovement {
  readonly transactionId: string;
  /** YYYY-MM-DD */
  readonly bookingDate: string;
  /** YYYY-MM-DD */
  readonly valueDate: string;
  readonly bookedAt: number;
}

/** A movement that is reserved or in progress, and may still change or disappear. */
export interface CorePending extends CoreMovement {
  /**
   * Id of the reservation, if the bank shows one. It may change at any time, and the booked
   * transaction may have another.
   */
  readonly transactionId?: string | undefined;
  readonly since: number;
}

/** Range of booking dates, both included. */
export interface CoreDays {
  /** YYYY-MM-DD */
  readonly from: string;
  /** YYYY-MM-DD; if omitted, the range is open. */
  readonly to?: string;
}

/** Position of a page in a list that starts with the newest transaction. */
export type CorePlace =
  | { readonly at: "offset"; readonly offset: number }
  | { readonly at: "after" | "before"; readonly key: CoreTransactionKey }
  | { readonly at: "end" };

/**
 * Position of a transaction in its account's list. The list is ordered by booking date; those of
 * one date have any order that does not change.
 */
export interface CoreTransactionKey {
  readonly bookingDate: string;
  readonly transactionId: string;
}

export interface CorePage extends CoreDays {
  readonly place: CorePlace;
  readonly limit: number;
}

/** How a payment or a TPP refers to an account; to a card account only by its cardReference. */
export type CoreAccountReference =
  | { readonly bban: string }
  | { readonly iban: string }
  | { readonly cardReference: string };

/** Fee of a payment in the currency of the debtor's account. */
export interface Quote {
  readonly feeMinor: bigint;
  readonly feeCurrency: Currency;
  /**
   * Set for a payment in another currency, at the present rate. The PSU is shown it as an estimate
   * before approving; without it they see only the ordered amount and the fee.
   */
  readonly exchange?: QuotedExchange | undefined;
}

export interface QuotedExchange {
  /** Units of the account's currency for one unit of the ordered one, in millionths; above 0. */
  readonly ratePpm: bigint;
  /** The ordered amount in the account's currency, without fees, rounded up. */
  readonly debitedMinor: bigint;
}

/**
 * Why an amount cannot be exchanged: the payer or the payee would get or give less than one minor
 * unit, or more than 18 digits of them.
 */
export interface QuoteRefusal {
  readonly refused: "amount-too-small" | "amount-too-large";
}

/**
 * The bank's account system. Varde accesses accounts only through this port, which a bank
 * implements for its own systems. Instants are epoch milliseconds, days are Oslo days. Any method
 * may throw, and any call may be repeated. For an unknown account, reads return undefined, an empty
 * list, 0 or false. A payment is cancelled before it is submitted, so there is no call for it.
 * `coreBankContract` of `@varde/bank/contracts` checks an implementation.
 *
 * @example
 * const account = await coreBank.findAccount(worldId, { bban: "86011117947" });
 * const [outcome] = await coreBank.submitAll([instruction], Date.now()); // repeated: same outcome
 */
export interface CoreBank {
  findAccount(
    worldId: WorldId,
    reference: CoreAccountReference,
  ): Awaitable<CoreAccount | undefined>;
  /** Returns those of the accounts that exist and are open, in the order of the ids. */
  listAccounts(
    worldId: WorldId,
    accountIds: readonly AccountId[],
  ): Awaitable<readonly CoreAccount[]>;
  readBalances(worldId: WorldId, accountId: AccountId): Promise<CoreBalances | undefined>;
  /**
   * Returns a page of booked transactions, newest first. A page must cost the same at any position,
   * and a page after or before a key must start next to it, even if more was booked since.
   */
  listTransactions(
    worldId: WorldId,
    accountId: AccountId,
    page: CorePage,
  ): Promise<readonly CoreTransaction[]>;
  countTransactions(worldId: WorldId, accountId: AccountId, days: CoreDays): Promise<number>;
  /** Returns reserved and incoming movements of an account, newest first. */
  listPending(worldId: WorldId, accountId: AccountId): Promise<readonly CorePending[]>;
  readTransaction(
    worldId: WorldId,
    accountId: AccountId,
    transactionId: string,
  ): Promise<CoreTransaction | undefined>;
  /**
   * Returns the price of a payment, or undefined for an unsupported currency. What is debited and
   * fees are rounded up, what is credited is rounded down. Synchronous.
   */
  quote(order: QuoteOrder): Quote | QuoteRefusal | undefined;
  /**
   * Converts an amount to NOK minor units (øre) by the bank's rate table, to compare it with a
   * limit; half a unit is rounded up. Synchronous.
   */
  convertToNokMinor(amountMinor: bigint, currency: Currency): bigint;
  /**
   * Executes each instruction once and returns one outcome for each, in their order. All are of one
   * world, and `at` is the bank's time in it. After a timeout they are submitted again. After an
   * error, a malformed result or a second timeout they are submitted in smaller parts, until the
   * one that fails is alone. An instruction that takes long has the outcome `pending` or `sent`;
   * `listOutcomes` reports its end later.
   */
  submitAll(instructions: readonly Instruction[], at: number): Promise<readonly Outcome[]>;
  /**
   * Returns later outcomes of instructions, oldest first, until they are acknowledged. Several
   * processes may call it concurrently and get the same outcomes.
   */
  listOutcomes(worldId: WorldId, limit: number): Promise<readonly InstructionOutcome[]>;
  /** Acknowledges outcomes by instruction and receipt. An unknown one is not an error. */
  acknowledgeOutcomes(worldId: WorldId, outcomes: readonly InstructionOutcome[]): Promise<void>;
  /**
   * Settles with other banks what is due at that instant of the world. Only for a core bank that
   * follows the bank's clock, like that of a sandbox; one that clears on its own omits it.
   */
  runClearing?(worldId: WorldId, at: number): Promise<void>;
  /** Returns whether the available balance covers the amount, without fees. */
  hasFunds(
    worldId: WorldId,
    accountId: AccountId,
    amountMinor: bigint,
    currency: Currency,
  ): Promise<boolean>;
}

export interface QuoteOrder {
  readonly route: Instruction["route"];
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly debtorCurrency: Currency;
  /** The currency of the creditor's account, if the bank holds it. */
  readonly creditorCurrency?: Currency | undefined;
  readonly creditorCountry: string | undefined;
  readonly isUrgent: boolean;
}
