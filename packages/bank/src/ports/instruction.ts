import type { Currency, PaymentProduct, PsuContext } from "@varde/protocol";
import type { AccountId, AgreementId, PaymentId, PersonId, ScaId, TppId, WorldId } from "./ids.ts";

/** A complete and signed payment for the core bank to execute. */
export interface Instruction {
  /**
   * The id of the payment, which is permanent. Submitting an instruction twice has one effect, also
   * concurrently. An id that is known with another amount, debtor or payee is an error.
   */
  readonly instructionId: PaymentId;
  /**
   * Grows each time an instruction that moved no money is retried. The same attempt submitted
   * again, however late, must return the first outcome and must not move money again. Once an
   * instruction has moved money, every attempt returns its outcome.
   */
  readonly attempt: bigint;
  readonly worldId: WorldId;
  readonly product: PaymentProduct;
  readonly route: "own-bank" | "instant" | "clearing" | "cross-border";
  readonly debtorAccountId: AccountId;
  readonly creditor: CoreCreditor;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly executionDate: string;
  /** Name of the debtor as the payee sees it. */
  readonly debtorName: string | undefined;
  readonly ultimateDebtor: string | undefined;
  /** Free text for the payee. */
  readonly remittance: readonly string[];
  /** References for the payee, such as a KID. */
  readonly references: readonly CoreReference[];
  readonly endToEndId: string | undefined;
  readonly purposeCode: string | undefined;
  /** ISO 20022 code of the service level, such as URGP. */
  readonly serviceLevel: string | undefined;
  readonly isUrgent: boolean;
  /** For the authorities, as the TPP sent it. Not re-encoded for clearing. */
  readonly regulatoryReporting: {
    readonly code: string | undefined;
    readonly information: string | undefined;
  };
  /** The fee the PSU approved, in the currency of the debtor's account. Debited with the amount. */
  readonly agreedFeeMinor: bigint;
  /**
   * The estimate that the PSU was shown when approving, if the account has another currency. The
   * rate at execution counts; a bank may log this one, or honour it. Executions of a periodic
   * payment have the estimate of their order.
   */
  readonly shownExchange?: ShownExchange | undefined;
  /** For fraud monitoring. Personal data: store it no longer than you need it. */
  readonly initiation: Initiation;
}

export interface ShownExchange {
  /** Units of the account's currency for one unit of the ordered one, in millionths. */
  readonly ratePpm: bigint;
  /** The ordered amount in the account's currency, without fees. */
  readonly debitedMinor: bigint;
  /** Instant of the estimate. */
  readonly at: number;
}

/** The payee. Texts contain only characters that clearing can carry. */
export interface CoreCreditor {
  readonly name: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly bic?: string;
  /** Currency of the account, as the TPP stated it. */
  readonly accountCurrency?: string;
  /** Country of the payee's bank. */
  readonly country?: string;
  readonly address?: {
    readonly street?: string;
    readonly buildingNumber?: string;
    readonly postalCode?: string;
    readonly city?: string;
    readonly country: string;
  };
}

/** How a payment came about: through which TPP, approved by whom, from which device. */
export interface Initiation {
  readonly tpp: {
    readonly tppId: TppId;
    /** Authorisation number of the certificate, such as PSDNO-FSA-123456789. */
    readonly identifier: string | undefined;
    readonly name: string | undefined;
    /** The brand that the TPP acted under, if it named one. */
    readonly brand: string | undefined;
  };
  readonly psu: {
    readonly personId: PersonId | undefined;
    readonly agreementId: AgreementId | undefined;
    readonly context: PsuContext | undefined;
  };
  /** The last approval. Undefined for a payment that was signed by a version before this field. */
  readonly sca:
    | {
        readonly scaId: ScaId;
        /** Name of the SCA method, as its evidence states it. */
        readonly method: string | undefined;
        readonly at: number;
      }
    | undefined;
  /**
   * Everybody who signed the payment of a company, the last one too, if the bank's mandates decide
   * on it.
   */
  readonly signers?: readonly InstructionSigner[] | undefined;
  /** Undefined if it has been erased. */
  readonly device: PsuDevice | undefined;
}

/** A person who signed a payment of a company, and the SCA by which they did. */
export interface InstructionSigner {
  readonly personId: PersonId;
  readonly scaId: ScaId;
  /** Name of the SCA method, as its evidence states it. */
  readonly method: string | undefined;
  readonly at: number;
}

/** The PSU's device, from the headers of the request that created the payment. */
export interface PsuDevice {
  readonly ipAddress?: string;
  readonly ipPort?: string;
  readonly userAgent?: string;
  readonly deviceId?: string;
  readonly geoLocation?: string;
}

/** A structured remittance reference. */
export interface CoreReference {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** Outcome of an instruction, as the core bank reports it. */
export type Outcome =
  /** Accepted but not processed yet: the payment stays PDNG until `listOutcomes` reports more. */
  | { readonly kind: "pending" }
  | { readonly kind: "settled" }
  /** Reserved on the debtor's account and on its way: `listOutcomes` reports the end. */
  | { readonly kind: "sent" }
  /** Nothing was moved; a later attempt may find funds. */
  | { readonly kind: "no-funds" }
  /** Nothing was moved, or it was given back; an unknown account is a reason. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Settled, and then returned by the creditor's bank. */
  | { readonly kind: "returned"; readonly reason: string };

export interface InstructionOutcome {
  readonly instructionId: PaymentId;
  readonly outcome: Outcome;
  /** The core bank's own id of this outcome, for acknowledging it. */
  readonly receipt: string;
}
