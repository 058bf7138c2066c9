import type { Currency } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";

/** An account as the core bank knows it. */
export interface CoreAccount {
  /**
   * Names the account in the bank for ever. TPPs see it as resourceId, so it should tell nothing by
   * itself; knowing it opens nothing, since every call is held against the PSU's consent.
   */
  readonly accountId: string;
  readonly bban: string | undefined;
  readonly iban: string | undefined;
  readonly currency: Currency;
  readonly name: string;
  readonly isCard: boolean;
  /** Whether the bank lets this account pay through the interface. */
  readonly mayPay: boolean;
  readonly bic: string | undefined;
  /** What the bank sells the account as. */
  readonly product: string | undefined;
  /** An ISO 20022 code such as CACC, or the bank's own word for the kind of account. */
  readonly cashAccountType: string | undefined;
  /** How far below zero the account may go. */
  readonly creditLineMinor: bigint;
  /** Set for a card account. */
  readonly card: CoreCard | undefined;
}

export interface CoreCard {
  /** The card's number with its middle hidden; a whole one never leaves the core bank. */
  readonly maskedPan: string;
  /** What a payment names the card account by, where it can pay. */
  readonly cardReference: string | undefined;
}

/** What an account holds, in minor units of its currency; `changedAt` is an instant in ms. */
export interface CoreBalances {
  readonly bookedMinor: bigint;
  /** Booked, less what is reserved or on its way out. */
  readonly expectedMinor: bigint;
  /** What can be paid now: expected, and the credit line on top. */
  readonly availableMinor: bigint;
  readonly changedAt: number;
}

/** One end of a transaction, as far as the bank knows it. */
export interface CoreParty {
  readonly name?: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly bic?: string;
}

/** A movement as one account sees it. Amounts are negative when the account is debited. */
export interface CoreMovement {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The amount in the currency it was ordered in, where that is not the account's own. */
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
  /** Why it was paid, as an ISO 20022 code such as SALA. */
  readonly purposeCode: string | undefined;
  /** What the account's statement calls it, where that is not its id. */
  readonly entryReference: string | undefined;
  readonly bankTransactionCode: string | undefined;
  readonly proprietaryBankTransactionCode: string | undefined;
  /** The bank's own references, the id of a payment made through the interface first. */
  readonly bankReferences: readonly string[];
  /** Of a card purchase: its day (YYYY-MM-DD), the shop, and whether it was invoiced already. */
  readonly purchasedOn: string | undefined;
  readonly cardAcceptorId: string | undefined;
  readonly isInvoiced: boolean | undefined;
}

/** A structured remittance reference. */
export interface CoreReference {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** A booked transaction: nothing about it changes any more. */
export interface CoreTransaction extends CoreMovement {
  readonly transactionId: string;
  /** YYYY-MM-DD */
  readonly bookingDate: string;
  /** YYYY-MM-DD */
  readonly valueDate: string;
  readonly bookedAt: number;
}

/** A movement that is reserved or under way, and may still change or vanish. */
export interface CorePending extends CoreMovement {
  readonly since: number;
}

/** The days a list of transactions covers, both included. */
export interface CoreDays {
  /** YYYY-MM-DD */
  readonly from: string;
  /** YYYY-MM-DD; left out, there is no last day. */
  readonly to?: string;
}

/** Where a page lies in a list that has the newest transaction first. */
export type CorePlace =
  | { readonly at: "offset"; readonly offset: number }
  | { readonly at: "after" | "before"; readonly key: CoreTransactionKey }
  | { readonly at: "end" };

/** Where a transaction stands in its account's list: by day, and by id within it. */
export interface CoreTransactionKey {
  readonly bookingDate: string;
  readonly transactionId: string;
}

export interface CorePage extends CoreDays {
  readonly place: CorePlace;
  readonly limit: number;
}

/** How a payment or a TPP names an account; a card account only by the reference of the card. */
export type CoreAccountReference =
  | { readonly bban: string }
  | { readonly iban: string }
  | { readonly cardReference: string };

/** What the bank is asked to do with money: one payment, complete and signed. */
export interface Instruction {
  /** Names the instruction for ever: submitting it twice has one effect. */
  readonly instructionId: string;
  /**
   * Grows each time an instruction that moved nothing is tried again. The same attempt sent again,
   * however late, must be answered as it was the first time and must not move money.
   */
  readonly attempt: bigint;
  readonly worldId: string;
  readonly route: "own-bank" | "instant" | "clearing" | "cross-border";
  readonly debtorAccountId: string;
  readonly creditor: {
    readonly name: string;
    readonly bban?: string;
    readonly iban?: string;
    readonly bic?: string;
    readonly country?: string;
  };
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly executionDate: string;
  /** The payer's name as the payee sees it. */
  readonly debtorName: string | undefined;
  readonly ultimateDebtor: string | undefined;
  /** Free text for the payee. */
  readonly remittance: readonly string[];
  /** References for the payee, such as a KID. */
  readonly references: readonly CoreReference[];
  readonly endToEndId: string | undefined;
  readonly purposeCode: string | undefined;
  readonly isUrgent: boolean;
  /** The fee the PSU approved, in the currency of the debtor's account. */
  readonly agreedFeeMinor: bigint;
}

/** What a payment costs the debtor, in the currency of the debtor's account. */
export interface Quote {
  readonly feeMinor: bigint;
  readonly feeCurrency: Currency;
}

/** What became of an instruction. */
export type Outcome =
  | { readonly kind: "settled" }
  | { readonly kind: "sent" }
  | { readonly kind: "no-funds" }
  | { readonly kind: "refused"; readonly reason: string }
  /** Settled, and then sent back by the bank of the creditor. */
  | { readonly kind: "returned"; readonly reason: string };

export interface InstructionOutcome {
  readonly instructionId: string;
  readonly outcome: Outcome;
  /** The core bank's own mark, by which it knows what is acknowledged. */
  readonly receipt: string;
}

/**
 * The system that keeps the money. Everything Varde does with accounts goes through here, so this
 * is what a bank implements to put the interface in front of its own systems. Instants are epoch
 * milliseconds, days are those of Oslo. Any method may throw and any may be asked again.
 *
 * @example
 * const account = await coreBank.findAccount(worldId, { bban: "86011117947" });
 * const [outcome] = await coreBank.submitAll([instruction], Date.now()); // again: the same outcome
 */
export interface CoreBank {
  findAccount(worldId: string, reference: CoreAccountReference): Awaitable<CoreAccount | undefined>;
  /** Those of the named accounts that are open, in the order they are named. */
  listAccounts(worldId: string, accountIds: readonly string[]): Promise<readonly CoreAccount[]>;
  readBalances(worldId: string, accountId: string): Promise<CoreBalances | undefined>;
  /**
   * A page of booked transactions, the newest first. A page must cost the same wherever it lies,
   * and a page after or before a key must hold its neighbours whatever was booked meanwhile.
   */
  listTransactions(
    worldId: string,
    accountId: string,
    page: CorePage,
  ): Promise<readonly CoreTransaction[]>;
  countTransactions(worldId: string, accountId: string, days: CoreDays): Promise<number>;
  /** What is reserved on an account or on its way to it, the newest first. */
  listPending(worldId: string, accountId: string): Promise<readonly CorePending[]>;
  readTransaction(
    worldId: string,
    accountId: string,
    transactionId: string,
  ): Promise<CoreTransaction | undefined>;
  /** What a payment would cost, answered at once; nothing if the bank has no such currency. */
  quote(order: QuoteOrder): Quote | undefined;
  /** NOK minor units (øre) of an amount at the bank's rate table, answered at once. */
  convertToNokMinor(amountMinor: bigint, currency: Currency): bigint;
  /**
   * Does what is asked, once; answers what is known of each by now, one for one, in their order.
   * All are of one world, and `at` is the instant in it at which the bank acts. What throws, is
   * late or answers amiss is handed in again, in smaller parts, until the one that cannot be taken
   * stands alone. What takes long is answered as sent, and its end is told by `listOutcomes`.
   */
  submitAll(instructions: readonly Instruction[], at: number): Promise<readonly Outcome[]>;
  /**
   * Later outcomes of instructions that were sent, the oldest first, kept until they are
   * acknowledged. Several processes may ask at once, and take the same one.
   */
  listOutcomes(worldId: string, limit: number): Promise<readonly InstructionOutcome[]>;
  /** By instruction and receipt; one that is gone already is no error. */
  acknowledgeOutcomes(worldId: string, outcomes: readonly InstructionOutcome[]): Promise<void>;
  /**
   * Settles what is due with other banks at that instant of the world. For a core bank that lives
   * by the bank's clock, as a sandbox's does; one that clears by itself leaves it out.
   */
  runClearing?(worldId: string, at: number): Promise<void>;
  hasFunds(
    worldId: string,
    accountId: string,
    amountMinor: bigint,
    currency: Currency,
  ): Promise<boolean>;
}

export interface QuoteOrder {
  readonly route: Instruction["route"];
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly debtorCurrency: Currency;
  readonly creditorCountry: string | undefined;
  readonly isUrgent: boolean;
}
