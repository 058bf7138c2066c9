import type {
  Address,
  BulkNdctItem,
  Currency,
  Links,
  OperationId,
  PaymentProduct,
  ProductBody,
  ResponseOf,
  TransactionStatus,
} from "@varde/protocol";

/** An amount as a decimal number in quotes, such as `"100.00"`. */
export interface PaymentAmount {
  amount: string;
  currency: Currency;
}

export interface PaymentAddress {
  street?: string;
  buildingNumber?: string;
  postalCode?: string;
  city?: string;
  country: Address["country"];
}

export interface BbanAccount {
  bban: string;
  currency: Currency;
  iban?: never;
  other?: never;
}

export interface IbanAccount {
  iban: string;
  currency: Currency;
  bban?: never;
}

/** A card account, which has no account number: `identification` is its `relatedAccount`. */
export interface CardAccount {
  other: { identification: string; schemeNameProprietary: "creditCardAccount" };
  currency: Currency;
  bban?: never;
}

/** An account by BBAN, IBAN or both, if they name the same account. */
export type PeriodicAccount = PeriodicBbanAccount | PeriodicIbanAccount;

export interface PeriodicBbanAccount {
  bban: string;
  iban?: string;
  currency: Currency;
}

export interface PeriodicIbanAccount {
  iban: string;
  bban?: string;
  currency: Currency;
}

export interface SepaCreditorAccount {
  iban: string;
  currency?: Currency;
}

/** The account that pays a SEPA payment, by BBAN or IBAN. */
export type SepaDebtorAccount = SepaCreditorAccount | { bban: string; currency?: Currency };

/** The account that pays: an account number or a card account. */
export type DebtorAccount = BbanAccount | CardAccount;
export type BbanOrIbanAccount = BbanAccount | IbanAccount;

export interface PaymentReferenceLine {
  reference: string;
  referenceType?: string;
  referenceIssuer?: string;
}

/** Tells the payee what the payment is for, in free text or with references such as a KID. */
export type Remittance = RemittanceText | RemittanceReferences;

export interface RemittanceText {
  remittanceInformationUnstructured?: string;
  remittanceInformationStructuredArray?: never;
}

export interface RemittanceReferences {
  remittanceInformationStructuredArray?: PaymentReferenceLine[];
  remittanceInformationUnstructured?: never;
}

/** The fields whose types are named in this file. */
type NamedFields =
  | "instructedAmount"
  | "creditorAddress"
  | "creditorAccount"
  | "debtorAccount"
  | "payments"
  | keyof RemittanceText;

interface DomesticFields extends Omit<BulkNdctItem, NamedFields> {
  instructedAmount: PaymentAmount;
  creditorAccount: BbanAccount;
  creditorAddress: PaymentAddress;
}

interface DomesticPaymentFields
  extends DomesticFields,
    Omit<ProductBody<"NDCT", "payments">, NamedFields> {
  debtorAccount: DebtorAccount;
}

interface InstantPaymentFields extends Omit<ProductBody<"INDCTS", "payments">, NamedFields> {
  instructedAmount: PaymentAmount;
  creditorAccount: BbanAccount;
  creditorAddress?: PaymentAddress;
  debtorAccount: BbanAccount;
}

interface PeriodicPaymentFields
  extends Omit<ProductBody<"NDCT", "periodic-payments">, NamedFields> {
  instructedAmount: PaymentAmount;
  creditorAddress: PaymentAddress;
  creditorAccount: PeriodicAccount;
  debtorAccount: PeriodicAccount;
}

interface SepaPaymentFields extends Omit<ProductBody<"SCT", "payments">, NamedFields> {
  instructedAmount: PaymentAmount;
  creditorAccount: SepaCreditorAccount;
  creditorAddress?: PaymentAddress;
  debtorAccount: SepaDebtorAccount;
}

/** A Norwegian domestic credit transfer (NDCT). */
export type DomesticPayment = DomesticPaymentFields & Remittance;

/** An instant Norwegian domestic credit transfer (INDCTS). */
export type InstantPayment = InstantPaymentFields & Remittance;

/** A Norwegian domestic credit transfer that is repeated. */
export type PeriodicPayment = PeriodicPaymentFields & Remittance;

/** A SEPA credit transfer (SCT). */
export type SepaPayment = SepaPaymentFields & Remittance;

/** A payment of a bulk. Debtor and date are those of the bulk. */
export type BulkPaymentItem = DomesticFields & Remittance;

/** Norwegian domestic credit transfers from one account on one day. */
export interface BulkPayment extends Omit<ProductBody<"NDCT", "bulk-payments">, NamedFields> {
  debtorAccount: DebtorAccount;
  payments: BulkPaymentItem[];
}

/** A cross-border credit transfer (CBCT). */
export interface CrossBorderPayment
  extends Omit<ProductBody<"CBCT", "payments">, Exclude<NamedFields, keyof Remittance>> {
  instructedAmount: PaymentAmount;
  creditorAccount: BbanOrIbanAccount;
  creditorAddress?: PaymentAddress;
  debtorAccount: BbanOrIbanAccount;
}

/** A Norwegian cross-border credit transfer (NCBCT), for large amounts. */
export interface NorwegianCrossBorderPayment
  extends Omit<ProductBody<"NCBCT", "payments">, Exclude<NamedFields, keyof Remittance>> {
  instructedAmount: PaymentAmount;
  creditorAccount: BbanOrIbanAccount;
  creditorAddress?: PaymentAddress;
  debtorAccount: BbanOrIbanAccount;
}

/** The bodies of single payments, by product. */
export type PaymentBodies = OfEachProduct<{
  NDCT: DomesticPayment;
  NCBCT: NorwegianCrossBorderPayment;
  INDCTS: InstantPayment;
  CBCT: CrossBorderPayment;
  SCT: SepaPayment;
}>;

/** Compiles only if there is a body for every product. */
type OfEachProduct<Bodies extends Record<PaymentProduct, object>> = Bodies;

export interface BulkPaymentBodies {
  NDCT: BulkPayment;
}

export interface PeriodicPaymentBodies {
  NDCT: PeriodicPayment;
}

/** The fields that the bank adds to a payment when it is read. */
export interface PaymentDetails {
  readonly paymentId: string;
  readonly transactionStatus?: TransactionStatus;
  readonly _links?: Links;
}

/**
 * The response body of a successful operation; `undefined` if it is empty. The fields of a payment
 * depend on its product, which the caller knows.
 */
export type ResponseBody<Id extends OperationId> = Id extends "readPayment"
  ? PaymentDetails
  : ResponseOf<Id>;
