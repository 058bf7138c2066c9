/** An account as the core bank knows it. */
export interface CoreAccount {
  readonly accountId: string;
  readonly bban: string | undefined;
  readonly iban: string | undefined;
  readonly currency: string;
  readonly name: string;
  readonly isCard: boolean;
  /** Whether the bank lets this account pay through the interface. */
  readonly mayPay: boolean;
}

/** How a payment or a TPP names an account. */
export type AccountReference =
  | { readonly bban: string }
  | { readonly iban: string }
  | { readonly cardReference: string };

/** What the bank is asked to do with money: one payment, complete and signed. */
export interface Instruction {
  /** Names the instruction for ever: submitting it twice has one effect. */
  readonly instructionId: string;
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
  readonly currency: string;
  readonly executionDate: string;
  readonly remittance: readonly string[];
  readonly endToEndId: string | undefined;
  readonly isUrgent: boolean;
  /** The fee the PSU approved, in the currency of the debtor's account. */
  readonly agreedFeeMinor: bigint;
}

/** What a payment costs the debtor, in the currency of the debtor's account. */
export interface Quote {
  readonly feeMinor: bigint;
  readonly feeCurrency: string;
}

/** What became of an instruction. */
export type Outcome =
  | { readonly kind: "settled" }
  | { readonly kind: "sent" }
  | { readonly kind: "no-funds" }
  | { readonly kind: "refused"; readonly reason: string };

export interface InstructionOutcome {
  readonly instructionId: string;
  readonly outcome: Outcome;
  /** The core bank's own mark, by which it knows what is acknowledged. */
  readonly receipt: string;
}

/**
 * The system that keeps the money. Everything Varde does with accounts goes through here, so this
 * is what a bank implements to put the interface in front of its own systems.
 *
 * @example
 * const account = await coreBank.findAccount(worldId, { bban: "86011117947" });
 * const outcome = await coreBank.submit(instruction); // again with the same id: the same outcome
 */
export interface CoreBank {
  findAccount(worldId: string, reference: AccountReference): Promise<CoreAccount | undefined>;
  /** What a payment would cost; nothing when the bank does not deal in the currency. */
  quote(order: QuoteOrder): Quote | undefined;
  /** NOK minor units (øre) of an amount at the bank's rate table. */
  nokMinorOf(amountMinor: bigint, currency: string): bigint;
  /** Does what is asked, once; answers what is known of it by now. */
  submit(instruction: Instruction): Promise<Outcome>;
  /** Later outcomes of instructions that were sent, kept until they are acknowledged. */
  listOutcomes(worldId: string, limit: number): Promise<readonly InstructionOutcome[]>;
  acknowledgeOutcomes(worldId: string, outcomes: readonly InstructionOutcome[]): Promise<void>;
  hasFunds(
    worldId: string,
    accountId: string,
    amountMinor: bigint,
    currency: string,
  ): Promise<boolean>;
}

export interface QuoteOrder {
  readonly route: Instruction["route"];
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly debtorCurrency: string;
  readonly creditorCountry: string | undefined;
  readonly isUrgent: boolean;
}
