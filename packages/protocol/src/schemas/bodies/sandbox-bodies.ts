import type { TUnsafe } from "typebox";
import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { iban } from "../parts/account-reference.ts";
import { currency, looseAmount } from "../parts/amount.ts";
import { isoDate } from "../parts/iso-date.ts";
import {
  integer,
  list,
  looseBoolean,
  object,
  optional,
  type Schema,
  type Static,
  string,
  stringOrNumber,
  text,
} from "../schema.ts";
import { balanceTypes } from "./accounts.ts";

/** Builds an enumeration that accepts any letter case, as in test data. */
function anyCase(words: readonly string[]) {
  const forms = words.map((word) =>
    [...word].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join(""),
  );
  return string({
    pattern: `^(?:${forms.join("|")})$`,
    description: `one of ${words.join(", ")}`,
  });
}

const customerNumber = string({
  pattern: "^[0-9]{8,11}$",
  description: "8 to 11 digits in quotes",
});

export const customerBody = object({
  customerNumber,
  name: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
  type: anyCase(["PRIVATE", "CORPORATE"]),
});
export type CustomerBody = Static<typeof customerBody>;

/** The rights of a customer on one account. */
export const engagementBody = object({
  customer: customerNumber,
  account: object({ iban }),
  roles: list(anyCase(["VIEW", "REGISTER", "APPROVE"]), { minItems: 1, maxItems: 3 }),
});
export type EngagementBody = Static<typeof engagementBody>;

export const engagementsBody = list(engagementBody, {
  minItems: 1,
  maxItems: bounds.sandboxEngagementsMax,
});

const kroner = string({
  pattern: "^[0-9]{1,12}(?:\\.[0-9]{2})?$",
  description: 'an amount in NOK in quotes, like "25000.00"',
});
const peopleOfGroup = list(customerNumber, {
  minItems: 1,
  maxItems: bounds.sandboxEngagementsMax,
});

/** The rule for who approves payments under an agreement, with the role APPROVE. */
export const agreementSigning = object({
  approvals: integer({
    minimum: 1,
    maximum: 2,
    description: "how many people must approve: 1 or 2",
  }),
  groups: optional(list(peopleOfGroup, { minItems: 2, maxItems: 2 })),
  limits: optional(
    list(
      object({
        customer: customerNumber,
        account: optional(object({ iban })),
        payment: kroner,
        day: optional(kroner),
      }),
      { minItems: 1, maxItems: bounds.sandboxEngagementsMax },
    ),
  ),
});
export type AgreementSigning = Static<typeof agreementSigning>;

/** A corporate agreement; its engagements can also be added later. */
export const agreementBody = object({
  owner: text({
    minLength: 1,
    maxLength: bounds.idCharactersMax,
    description: "the customerNumber or customerId of a corporate customer",
  }),
  name: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
  engagements: optional(list(engagementBody, { maxItems: bounds.sandboxEngagementsMax })),
  signing: optional(agreementSigning),
});
export type AgreementBody = Static<typeof agreementBody>;

const looseAmountValue = stringOrNumber({
  description: 'a number, or a number in quotes like "100.00"',
});

/** An amount of test data with its currency, or the plain amount. */
const looseMoney = {
  type: ["string", "number", "object"],
  properties: { amount: looseAmountValue, currency },
  required: ["amount"],
  description: "a number, a number in quotes, or an object with amount and currency",
} as Schema as TUnsafe<
  string | number | { amount: string | number; currency?: Static<typeof currency> }
>;

/** A balance, with its amount as a number, a string, or an object with a currency. */
const sandboxBalances = list(
  object({
    balanceType: anyCase(balanceTypes),
    balanceAmount: object({ amount: looseAmountValue, currency: optional(currency) }),
  }),
  { maxItems: bounds.sandboxBalancesMax },
);

/** An account of test data; optional fields may be empty strings. */
export const sandboxAccountBody = object({
  customerNumber,
  accountName: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
  bban: string({ pattern: "^[0-9]{11}$", description: "11 digits in quotes" }),
  iban: optional(
    string({
      pattern: "^(?:NO[0-9]{13})?$",
      description: "NO and 13 digits, like NO9386011117947",
    }),
  ),
  currency,
  product: optional(text({ maxLength: limits.referenceCharactersMax })),
  cashAccountType: optional(text({ maxLength: limits.referenceCharactersMax })),
  creditLine: optional(looseAmountValue),
  balances: optional(sandboxBalances),
});
export type SandboxAccountBody = Static<typeof sandboxAccountBody>;

const number = stringOrNumber({ maxLength: limits.referenceCharactersMax });
/** CUS-16: longer than a reference of the interface, so that a UUID fits. */
const numberOrId = stringOrNumber({ maxLength: bounds.sandboxIdCharactersMax });

/** A card account of test data. The card number is masked, so that no real one is ever stored. */
export const sandboxCardAccountBody = object({
  customerNumber,
  /** Data scripts use either name. */
  accountName: optional(text({ maxLength: limits.nameCharactersMax })),
  name: optional(text({ maxLength: limits.nameCharactersMax })),
  maskedPan: string({
    pattern: "^[0-9]{0,6}[*xX]{4,12}[0-9]{0,4}$",
    description: "a masked card number, like 525412******3241",
  }),
  currency,
  product: optional(text({ maxLength: limits.referenceCharactersMax })),
  creditLimit: optional(looseMoney),
  relatedAccount: optional(text({ maxLength: bounds.identificationCharactersMax })),
  status: optional(text({ maxLength: limits.referenceCharactersMax })),
  cardId: optional(numberOrId),
  cardIdVNo: optional(numberOrId),
  accountNumber: optional(numberOrId),
  expiryDate: optional(text({ maxLength: limits.referenceCharactersMax })),
  expiry: optional(text({ maxLength: limits.referenceCharactersMax })),
  balances: optional(sandboxBalances),
});
export type SandboxCardAccountBody = Static<typeof sandboxCardAccountBody>;

const name = optional(text({ maxLength: limits.nameCharactersMax }));
const reference = optional(text({ maxLength: limits.referenceCharactersMax }));
const id = optional(text({ maxLength: bounds.sandboxIdCharactersMax }));
const message = optional(text({ maxLength: limits.remittanceUnstructuredCharactersMax }));

/** The account of the other party, with the fields that are known. */
const otherAccount = optional(
  object({
    bban: optional(text({ maxLength: limits.bbanCharactersMax })),
    iban: optional(text({ maxLength: limits.ibanCharactersMax })),
  }),
);

/** The amount and its currency, as an object or as two fields. */
const eitherAmount = {
  transactionAmount: optional(looseAmount),
  amount: optional(looseAmountValue),
  currency: optional(currency),
};

/** The address of a shop, in the spelling of either framework. */
export const cardAcceptorAddress = object({
  street: name,
  streetName: name,
  buildingNumber: reference,
  city: name,
  townName: name,
  postalCode: reference,
  postCode: reference,
  country: reference,
});

export const sandboxTransactionsBody = list(
  object({
    ...eitherAmount,
    bookingDate: isoDate,
    valueDate: isoDate,
    creditorName: name,
    creditorId: id,
    creditorAccount: otherAccount,
    debtorName: name,
    debtorAccount: otherAccount,
    ultimateCreditor: name,
    ultimateDebtor: name,
    remittanceInformationUnstructured: message,
    endToEndId: id,
    entryReference: id,
    purposeCode: reference,
    bankTransactionCode: reference,
    proprietaryBankTransactionCode: reference,
  }),
  { minItems: 1, maxItems: bounds.sandboxTransactionsMax },
);
export type SandboxTransactionsBody = Static<typeof sandboxTransactionsBody>;

export const sandboxCardTransactionsBody = list(
  object({
    cardTransactionId: id,
    terminalId: id,
    ...eitherAmount,
    originalAmount: optional(looseAmount),
    transactionDate: optional(isoDate),
    bookingDate: optional(isoDate),
    merchantCategoryCode: optional(number),
    markupFee: optional(looseMoney),
    markupFeePercentage: optional(number),
    cardAcceptorId: id,
    cardAcceptorAddress: optional(cardAcceptorAddress),
    maskedPan: reference,
    transactionDetails: message,
    invoiced: optional(looseBoolean()),
    proprietaryBankTransactionCode: reference,
  }),
  { minItems: 1, maxItems: bounds.sandboxTransactionsMax },
);
export type SandboxCardTransactionsBody = Static<typeof sandboxCardTransactionsBody>;
