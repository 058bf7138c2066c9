import { type Schema, schemaType } from "@varde/protocol";
import {
  accountReferenceSchema,
  accountSchema,
  balancesSchema,
  cardSchema,
} from "./account-schemas.ts";
import { type ContractOperation, contractOperations } from "./contract-operations.ts";
import {
  creditorSchema,
  deviceSchema,
  initiationSchema,
  instructionOutcomeSchema,
  instructionSchema,
  outcomeSchema,
  shownExchangeSchema,
} from "./instruction-schemas.ts";
import { agreementSchema, personSchema } from "./person-schemas.ts";
import { feeSchema, priceListSchema, rateSchema } from "./price-list-schema.ts";
import { signingDecisionSchema, signingRequestSchema } from "./signing-schemas.ts";
import {
  daysSchema,
  pageSchema,
  partySchema,
  pendingSchema,
  referenceSchema,
  transactionSchema,
} from "./transaction-schemas.ts";
import { valueSchemas } from "./value-schemas.ts";

const { currency, id } = valueSchemas;
const { integer, object, optional, string } = schemaType;

const problemSchema = object(
  {
    title: string(),
    status: optional(integer()),
    detail: optional(
      string({ description: "what is wrong; it is logged, so it has no personal data" }),
    ),
    pointer: optional(string({ description: "JSON pointer of the field" })),
  },
  { description: "a problem (RFC 9457)" },
);

/** Schemas that others contain, by name. */
const sharedSchemas: Readonly<Record<string, Schema>> = {
  Currency: currency,
  Account: accountSchema,
  Card: cardSchema,
  AccountReference: accountReferenceSchema,
  Balances: balancesSchema,
  Transaction: transactionSchema,
  Pending: pendingSchema,
  Party: partySchema,
  Reference: referenceSchema,
  Days: daysSchema,
  Page: pageSchema,
  Instruction: instructionSchema,
  Creditor: creditorSchema,
  ShownExchange: shownExchangeSchema,
  Initiation: initiationSchema,
  Device: deviceSchema,
  Outcome: outcomeSchema,
  InstructionOutcome: instructionOutcomeSchema,
  PriceList: priceListSchema,
  Fee: feeSchema,
  Rate: rateSchema,
  Person: personSchema,
  Agreement: agreementSchema,
  SigningRequest: signingRequestSchema,
  SigningDecision: signingDecisionSchema,
};

/** The bodies of requests and responses, by name, such as FindAccountRequest. */
const bodySchemas: Readonly<Record<string, Schema>> = {
  Problem: problemSchema,
  ...Object.fromEntries(
    Object.entries(contractOperations).flatMap(([operation, { request, response }]) => [
      [`${capitalise(operation)}Request`, request],
      [`${capitalise(operation)}Response`, response],
    ]),
  ),
  PushOutcomesRequest: object({ worldId: id }),
};

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const nameByJson = new Map(
  Object.entries(sharedSchemas).map(([name, schema]) => [JSON.stringify(schema), name]),
);

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** Replaces shared schemas by references to them. */
const refer = (schema: unknown, isDefinition = false): unknown => {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => refer(item));
  const name = isDefinition ? undefined : nameByJson.get(JSON.stringify(schema));
  if (name !== undefined) return reference(name);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));
};

/** A rule of the contract; about no operation if it holds for all of them. */
interface StatedRule {
  readonly id: string;
  readonly text: string;
  readonly about: readonly string[];
}

/** Returns rules as a list in Markdown, after a text. */
const addRules = (text: string, rules: readonly StatedRule[]): string =>
  [text, rules.map(({ id, text: rule }) => `- **${id}** ${rule}`).join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");

/**
 * Describes the contract as an OpenAPI document. The rules are those of
 * `@varde/core-bank-http/check`, which `varde check-core-bank` checks.
 */
export const describeContract = (rules: readonly StatedRule[] = []): object => ({
  openapi: "3.1.0",
  info: {
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    title: "Varde core bank",
    version: "1",
    description: addRules(
      "The interface of a bank's own systems that Varde calls: accounts, payments, customers. " +
        "Amounts are strings of minor units, a missing value is a missing field and never null, " +
        "and unknown fields are ignored, but a response with unknown fields alone is malformed. " +
        "Every call may be repeated. worldId is a constant that " +
        "a bank can ignore. Each operation lists the rules that it must satisfy; " +
        "`varde check-core-bank` checks them. These hold for all operations:",
      rules.filter(({ about }) => about.length === 0),
    ),
  },
  servers: [{ url: "https://core-bank.example/varde" }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  security: [{ mutualTls: [] }, { oauth: [] }],
  paths: Object.fromEntries(
    Object.entries(contractOperations).map(([operationId, operation]) => [
      operation.path,
      { post: describeOperation(operationId, operation, rules) },
    ]),
  ),
  webhooks: { outcomes: { post: describeWebhook() } },
  components: {
    securitySchemes: {
      mutualTls: { type: "mutualTLS" },
      oauth: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://login.example/token", scopes: {} } },
      },
    },
    schemas: Object.fromEntries(
      Object.entries({ ...sharedSchemas, ...bodySchemas }).map(([name, schema]) => [
        name,
        refer(schema, true),
      ]),
    ),
  },
});

/** Operations are grouped by the first step of their path. */
const findTag = (path: string): string => path.split("/")[1] ?? "";

const tags = {
  accounts: "Accounts and cards of customers",
  balances: "Balances of an account",
  transactions: "Booked transactions",
  pending: "Reserved and incoming amounts",
  funds: "Whether an amount can be paid",
  "price-list": "Fees and exchange rates",
  instructions: "Signed payments to execute",
  outcomes: "What has become of payments",
  people: "Customers who can approve",
  agreements: "Agreements that people may act under",
  signings: "Mandates: who has to sign the payments of a company; optional",
};

const describeOperation = (
  operationId: string,
  { path, summary, description = "" }: ContractOperation,
  rules: readonly StatedRule[],
): object => ({
  operationId,
  summary,
  description: addRules(
    description,
    rules.filter(({ about }) => about.includes(operationId)),
  ),
  tags: [findTag(path)],
  ...(operationId === "submitAll" ? { parameters: [idempotencyKey] } : {}),
  requestBody: { required: true, ...json(`${capitalise(operationId)}Request`) },
  responses: {
    200: { description: "Success.", ...json(`${capitalise(operationId)}Response`) },
    400: problem("The request is malformed."),
    ...(operationId === "submitAll"
      ? { 409: problem("An instructionId was submitted before with other content.") }
      : {}),
    default: problem("The call failed; the bank tries again later."),
  },
});

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "Digest of the pairs of instructionId and attempt, in their order.",
  schema: { type: "string" },
};

const describeWebhook = (): object => ({
  operationId: "pushOutcomes",
  summary: "Says that there are new outcomes, which the bank then lists.",
  description:
    "Sent by the core bank. Varde-Signature is v1= and the HMAC-SHA256, in hex, of timestamp, " +
    "delivery and body, joined by full stops. Sign again for each attempt, with a new delivery id.",
  tags: ["outcomes"],
  security: [],
  parameters: [
    ["Varde-Timestamp", "Seconds since 1970; it may differ by five minutes."],
    ["Varde-Delivery", "Random id of this attempt."],
    ["Varde-Signature", "v1= and 64 hexadecimal digits."],
  ].map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  })),
  requestBody: { required: true, ...json("PushOutcomesRequest") },
  responses: {
    204: { description: "The outcomes are collected." },
    401: problem("The signature, the time or the delivery id is not accepted."),
    default: problem("Send it again later."),
  },
});

const json = (name: string): object => ({
  content: { "application/json": { schema: reference(name) } },
});

const problem = (description: string): object => ({
  description,
  content: { "application/problem+json": { schema: reference("Problem") } },
});
