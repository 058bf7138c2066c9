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

/** An amount of money. */
export interface PaymentAmount {
  /** A decimal number as text, with the currency's number of decimals, such as `"100.00"`. */
  amount: string;
  /** The currency by ISO 4217, such as `NOK`. */
  currency: Currency;
}

/** The address of a payee. Only the country is required. */
export interface PaymentAddress {
  /** The street, without the number. Absent if it is not known. */
  street?: string;
  /** The number in the street. Absent if it is not known. */
  buildingNumber?: string;
  /** The postal code. Absent if it is not known. */
  postalCode?: string;
  /** The town. Absent if it is not known. */
  city?: string;
  /** The country by ISO 3166-1, two letters, such as `NO`. */
  country: Address["country"];
}

/** An account by its Norwegian account number. */
export interface BbanAccount {
  /** The account number: 11 digits without blanks or dots. */
  bban: string;
  /** The currency of the account by ISO 4217. */
  currency: Currency;
  /** Not allowed together with `bban`. */
  iban?: never;
  /** Not allowed together with `bban`. */
  other?: never;
}

/** An account by its IBAN. */
export interface IbanAccount {
  /** The IBAN without blanks. */
  iban: string;
  /** The currency of the account by ISO 4217. */
  currency: Currency;
  /** Not allowed together with `iban`. */
  bban?: never;
}

/** A card account, which has no account number: `identification` is its `relatedAccount`. */
export interface CardAccount {
  /** The `relatedAccount` of a card account, and the name of this kind of id. */
  other: { identification: string; schemeNameProprietary: "creditCardAccount" };
  /** The currency of the card account by ISO 4217. */
  currency: Currency;
  /** Not allowed together with `other`. */
  bban?: never;
}

/** An account by BBAN, IBAN or both, if they name the same account. */
export type PeriodicAccount = PeriodicBbanAccount | PeriodicIbanAccount;

/** An account of a periodic payment by its account number. */
export interface PeriodicBbanAccount {
  /** The account number: 11 digits without blanks or dots. */
  bban: string;
  /** The IBAN of the same account. Absent if it is not known. */
  iban?: string;
  /** The currency of the account by ISO 4217. */
  currency: Currency;
}

/** An account of a periodic payment by its IBAN. */
export interface PeriodicIbanAccount {
  /** The IBAN without blanks. */
  iban: string;
  /** The account number of the same account. Absent if it is not known. */
  bban?: string;
  /** The currency of the account by ISO 4217. */
  currency: Currency;
}

/** The account that a SEPA payment goes to. */
export interface SepaCreditorAccount {
  /** The IBAN without blanks. */
  iban: string;
  /** The currency of the account by ISO 4217. Absent means EUR. */
  currency?: Currency;
}

/** The account that pays a SEPA payment, by BBAN or IBAN. */
export type SepaDebtorAccount = SepaCreditorAccount | { bban: string; currency?: Currency };

/** The account that pays: an account number or a card account. */
export type DebtorAccount = BbanAccount | CardAccount;
/** An account by its account number or its IBAN. */
export type BbanOrIbanAccount = BbanAccount | IbanAccount;

/** A reference that the payee's system recognises, such as a KID. */
export interface PaymentReferenceLine {
  /** The reference itself. */
  reference: string;
  /** The kind of reference. Absent for a KID. */
  referenceType?: string;
  /** The issuer of the reference. Absent if it is not known. */
  referenceIssuer?: string;
}

/** Tells the payee what the payment is for, in free text or with references such as a KID. */
export type Remittance = RemittanceText | RemittanceReferences;

/** Free text to the payee. */
export interface RemittanceText {
  /** The text, at most 140 characters. Absent if there is nothing to say. */
  remittanceInformationUnstructured?: string;
  /** Not allowed together with free text. */
  remittanceInformationStructuredArray?: never;
}

/** References to the payee. */
export interface RemittanceReferences {
  /** The references, such as one KID. Absent if there are none. */
  remittanceInformationStructuredArray?: PaymentReferenceLine[];
  /** Not allowed together with references. */
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
  /** The account that pays all of them. */
  debtorAccount: DebtorAccount;
  /** The payments, at least one. */
  payments: BulkPaymentItem[];
}

/** A cross-border credit transfer (CBCT). */
export interface CrossBorderPayment
  extends Omit<ProductBody<"CBCT", "payments">, Exclude<NamedFields, keyof Remittance>> {
  /** The amount that the payee receives. */
  instructedAmount: PaymentAmount;
  /** The payee's account. */
  creditorAccount: BbanOrIbanAccount;
  /** The payee's address. Absent if it is not known; some countries require it. */
  creditorAddress?: PaymentAddress;
  /** The account that pays. */
  debtorAccount: BbanOrIbanAccount;
}

/** A Norwegian cross-border credit transfer (NCBCT), for large amounts. */
export interface NorwegianCrossBorderPayment
  extends Omit<ProductBody<"NCBCT", "payments">, Exclude<NamedFields, keyof Remittance>> {
  /** The amount that the payee receives. */
  instructedAmount: PaymentAmount;
  /** The payee's account. */
  creditorAccount: BbanOrIbanAccount;
  /** The payee's address. Absent if it is not known; some countries require it. */
  creditorAddress?: PaymentAddress;
  /** The account that pays. */
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

/** The bodies of bulk payments, by product. */
export interface BulkPaymentBodies {
  /** Norwegian domestic credit transfers. */
  NDCT: BulkPayment;
}

/** The bodies of periodic payments, by product. */
export interface PeriodicPaymentBodies {
  /** A Norwegian domestic credit transfer. */
  NDCT: PeriodicPayment;
}

/** The fields that the bank adds to a payment when it is read. */
export interface PaymentDetails {
  /** The id that the bank gave the payment, a UUID. */
  readonly paymentId: string;
  /** The status, by ISO 20022. Absent if the bank does not say it here; use `status`. */
  readonly transactionStatus?: TransactionStatus;
  /** Links to what can be done next. Absent if the bank sends none. */
  readonly _links?: Links;
}

/**
 * The response body of a successful operation; `undefined` if it is empty. The fields of a payment
 * depend on its product, which the caller knows.
 */
export type ResponseBody<Id extends OperationId> = Id extends "readPayment"
  ? PaymentDetails
  : ResponseOf<Id>;
