import {
  bookingStatuses,
  type HeaderName,
  headerNames,
  headerTitle,
  headerValueBytesMax,
  isPsuIdReplaceable,
  limits,
  type Operation,
  operationList,
  passedOnCharactersMax,
  type QueryForm,
  readsHeader,
  requiredHeaders,
} from "@varde/protocol";
import { headerTexts } from "./texts/header-texts.ts";

type Json = Readonly<Record<string, unknown>>;

/** Headers that a TPP forwards from the PSU's request; the bank accepts and ignores them. */
const passedOn = [
  "PSU-User-Agent",
  "PSU-Accept",
  "PSU-Accept-Charset",
  "PSU-Accept-Encoding",
  "PSU-Accept-Language",
] as const;

const cut = `Only the first ${passedOnCharactersMax} characters are used.`;

const querySchemas: Readonly<Record<QueryForm, Json>> = {
  boolean: { type: "string", enum: ["true", "false"] },
  date: { type: "string", format: "date" },
  limit: {
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: limits.transactionPageSizeDefault,
  },
  offset: { type: "integer", minimum: 0 },
  bookingStatus: { type: "string", enum: bookingStatuses },
  page: { type: "string" },
};

const queryTexts: Readonly<Record<string, string>> = {
  allowLogicalDuplicate:
    "Whether logical duplicates of payments from the last 24 hours are allowed.",
  withBalance: "Whether to include balances.",
  dateFrom: "First date. Default: 90 days ago.",
  dateTo: "Last date.",
  limit: "Number of transactions on a page.",
  offset: "Number of transactions to skip.",
  bookingStatus: "Default: booked. all is the same as both.",
  page: "Position of a page. Only use values from the links of another page.",
  withAccounts: "Whether to include accounts. false is faster.",
  withAgreements: "Whether to include agreements. false is faster.",
  fromDate: "First date.",
  toDate: "Last date.",
};

const pathTexts: Readonly<Record<string, string>> = {
  paymentId: "Id from the response to the payment creation.",
  authorisationId: "Id from the response that started the authorisation.",
  basketId: "Id from the response to the basket creation.",
  accountId: "The resourceId of the account.",
  transactionId: "transactionId from the list of transactions; stable once booked.",
  tppId: "The TPP's own id, in the form NO-FSA-987654321.",
  customerId: "customerId from the list of customers.",
  agreementId: "Id from the list of agreements.",
};

const isRequired = (operation: Operation, name: HeaderName): boolean =>
  requiredHeaders(operation).includes(name) &&
  // OpenAPI cannot say that one of three headers must identify the PSU.
  !(name === "psu-id" && isPsuIdReplaceable(operation));

const refer = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** Lists the parameters of an operation: path, query, headers. */
export const operationParameters = (operation: Operation, path: string): readonly Json[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => refer(`path.${name}`)),
  ...Object.keys(operation.query ?? {}).map((name) => refer(`query.${name}`)),
  ...headerNames
    .filter((name) => readsHeader(operation, name))
    .map((name) => refer(isRequired(operation, name) ? `${name}.required` : name)),
  ...(readsHeader(operation, "psu-ip-address") ? passedOn.map(refer) : []),
];

/** Returns every parameter by its name in the document. */
export const parameterComponents = (): Json => ({
  ...Object.fromEntries(
    Object.entries(pathTexts).map(([name, description]) => [
      `path.${name}`,
      { name, in: "path", required: true, description, schema: { type: "string" } },
    ]),
  ),
  ...Object.fromEntries(
    operationList
      .flatMap(({ query = {} }) => Object.entries(query))
      .map(([name, form]) => [
        `query.${name}`,
        { name, in: "query", description: queryTexts[name], schema: querySchemas[form] },
      ]),
  ),
  ...Object.fromEntries(headerNames.flatMap(headerComponents)),
  ...Object.fromEntries(
    passedOn.map((name) => [
      name,
      {
        name,
        in: "header",
        description: `Forwarded from the PSU's request to the TPP. ${cut}`,
        schema: { type: "string" },
      },
    ]),
  ),
});

/** Adds the greatest length to a schema that does not limit its values in another way. */
const limitLength = (name: HeaderName, schema: object): object =>
  name in headerValueBytesMax && !["enum", "format", "maxLength"].some((key) => key in schema)
    ? { ...schema, maxLength: headerValueBytesMax[name as keyof typeof headerValueBytesMax] }
    : schema;

const headerComponents = (name: HeaderName): readonly (readonly [string, Json])[] => {
  const { whereRequired, ...text } = headerTexts[name];
  const schema = limitLength(name, text.schema);
  const header = { name: headerTitle(name), in: "header", ...text, schema };
  const required = { ...header, description: whereRequired ?? text.description, required: true };
  const readers = operationList.filter((operation) => readsHeader(operation, name));
  const needing = readers.filter((operation) => isRequired(operation, name));
  return [
    ...(needing.length < readers.length ? [[name, header] as const] : []),
    ...(needing.length > 0 ? [[`${name}.required`, required] as const] : []),
  ];
};
