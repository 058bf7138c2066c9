import type { PaymentProduct, Schema } from "@varde/protocol";
import * as protocol from "@varde/protocol";
import { fieldTexts } from "./texts/field-texts.ts";

type Json = Readonly<Record<string, unknown>>;

const { properties: amountFields } = protocol.amountSchema;
const { properties: addressFields } = protocol.addressSchema;

/** Schemas that have a name in the document. */
const namedSchemas: Readonly<Record<string, Schema>> = {
  Currency: amountFields.currency,
  Country: addressFields.country,
  Amount: protocol.amountSchema,
  LooseAmount: protocol.looseAmountSchema,
  Address: protocol.addressSchema,
  AccountReference: protocol.accountReferenceSchema,
  RemittanceReference: protocol.remittanceReferenceSchema,
  Link: protocol.linkSchema,
  Links: protocol.linksSchema,
  Message: protocol.messageSchema,
  BulkNdctItem: protocol.bulkNdctItem,
  ...namePaymentSchemas("body", "Body"),
  BasketBody: protocol.basketBody,
  FundsConfirmationBody: protocol.fundsConfirmationBody,
  ContactInformation: protocol.contactInformationBody,
  CustomerBody: protocol.customerBody,
  SandboxAccountBody: protocol.sandboxAccountBody,
  SandboxTransactionsBody: protocol.sandboxTransactionsBody,
  SandboxCardAccountBody: protocol.sandboxCardAccountBody,
  SandboxCardTransactionsBody: protocol.sandboxCardTransactionsBody,
  AgreementBody: protocol.agreementBody,
  EngagementBody: protocol.engagementBody,
  EngagementsBody: protocol.engagementsBody,
  PaymentCreated: protocol.paymentCreatedResponse,
  PaymentStatus: protocol.paymentStatusResponse,
  PaymentCancellation: protocol.paymentCancellationResponse,
  ...namePaymentSchemas("details", "Details"),
  Authorisation: protocol.authorisationResponse,
  AuthorisationList: protocol.authorisationListResponse,
  ScaStatus: protocol.scaStatusResponse,
  Basket: protocol.basketResponse,
  BasketDetails: protocol.basketDetailsResponse,
  BasketStatus: protocol.basketStatusResponse,
  Balance: protocol.balanceSchema,
  Account: protocol.accountDetailsSchema,
  AccountList: protocol.accountListResponse,
  AccountDetails: protocol.accountDetailsResponse,
  Balances: protocol.balancesResponse,
  Transaction: protocol.transactionSchema,
  TransactionDetails: protocol.transactionDetailsSchema,
  Transactions: protocol.transactionsResponse,
  TransactionDetailsAnswer: protocol.transactionDetailsResponse,
  CardAccount: protocol.cardAccountDetailsSchema,
  CardAccountList: protocol.cardAccountListResponse,
  CardAccountDetails: protocol.cardAccountDetailsResponse,
  CardBalances: protocol.cardBalancesResponse,
  CardTransaction: protocol.cardTransactionSchema,
  CardTransactions: protocol.cardTransactionsResponse,
  Consent: protocol.consentResponse,
  Agreements: protocol.agreementsResponse,
  User: protocol.userResponse,
  FundsConfirmation: protocol.fundsConfirmationResponse,
  Customer: protocol.customerResponse,
  CustomerList: protocol.customerListResponse,
  SandboxReset: protocol.sandboxReset,
  SandboxAccount: protocol.sandboxAccount,
  SandboxAccounts: protocol.sandboxAccounts,
  SandboxTransaction: protocol.sandboxTransaction,
  SandboxTransactions: protocol.sandboxTransactions,
  SandboxCardAccount: protocol.sandboxCardAccount,
  SandboxCardAccounts: protocol.sandboxCardAccounts,
  SandboxCardTransaction: protocol.sandboxCardTransaction,
  SandboxCardTransactions: protocol.sandboxCardTransactions,
  SandboxAgreement: protocol.sandboxAgreement,
  SandboxAgreements: protocol.sandboxAgreements,
  SandboxEngagement: protocol.sandboxEngagement,
  SandboxEngagements: protocol.sandboxEngagements,
  Error: protocol.errorResponse,
};

/** Names the schemas of all payments, as in BulkNdctBody. Products with equal schemas share one. */
function namePaymentSchemas(
  part: "body" | "details",
  ending: string,
): Readonly<Record<string, Schema>> {
  const names = new Map<string, [string, Schema]>();
  for (const [product, { services }] of Object.entries(protocol.paymentProducts)) {
    for (const service of services) {
      const schema = protocol.paymentSchemas(product as PaymentProduct, service)?.[part];
      const content = JSON.stringify(schema);
      if (schema === undefined || names.has(content)) continue;
      const name = `${service} ${product}`.replace("payments", "").toLowerCase();
      const words = name
        .split(/[ -]+/)
        .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
      names.set(content, [`${words.join("")}${ending}`, schema]);
    }
  }
  return Object.fromEntries(names.values());
}

/** Names by content, because the schema of an optional field is a copy of the original. */
const nameByText = new Map(
  Object.entries(namedSchemas)
    .reverse()
    .map(([name, schema]) => [JSON.stringify(schema), name]),
);

/** Fields of the interface that will be deprecated. */
const deprecatedFields: ReadonlySet<string> = new Set(["remittanceInformationStructured"]);
const deprecatedIn = /^(?:NdctBody|NdctDetails|BulkNdctItem|PeriodicNdct|Indcts)/;

export const referTo = (schema: Schema): Json => {
  const name = nameByText.get(JSON.stringify(schema));
  return name === undefined ? presentSchema(schema) : { $ref: `#/components/schemas/${name}` };
};

/** Returns the named schemas for OpenAPI 3.1, which uses JSON Schema 2020-12. */
export const schemaComponents = (): Json =>
  Object.fromEntries(
    Object.entries(namedSchemas).map(([name, schema]) => [name, presentSchema(schema, name)]),
  );

const presentSchema = (schema: Schema, name = ""): Json => {
  const { patternProperties, properties, items, ...rest } = schema as Json;
  const values = Object.values((patternProperties ?? {}) as Record<string, Schema>);
  return {
    ...(rest.enum === undefined ? {} : { type: "string" }),
    ...rest,
    ...(properties !== undefined && {
      properties: presentProperties(properties as Record<string, Schema>, name),
    }),
    ...(values[0] !== undefined && { additionalProperties: referTo(values[0]) }),
    ...(items !== undefined && { items: referTo(items as Schema) }),
  };
};

const presentProperties = (properties: Readonly<Record<string, Schema>>, name: string): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const isDeprecated = deprecatedFields.has(field) && deprecatedIn.test(name);
      const presented = referTo(schema);
      const description = describeField(field, presented.description);
      return [
        field,
        {
          ...presented,
          ...(description !== undefined && { description }),
          ...(isDeprecated && { deprecated: true }),
        },
      ];
    }),
  );

/** Returns the meaning of the field, followed by the form that the schema requires. */
const describeField = (field: string, form: unknown): string | undefined => {
  const meaning = Object.hasOwn(fieldTexts, field) ? fieldTexts[field] : undefined;
  if (meaning === undefined || form === undefined) return meaning ?? (form as string | undefined);
  return `${meaning}: ${form}`;
};
