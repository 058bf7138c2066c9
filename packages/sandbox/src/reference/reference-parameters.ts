import {
  bookingStatuses,
  type HeaderName,
  headerNames,
  headerTitle,
  isPsuIdReplaceable,
  limits,
  type Operation,
  operationList,
  type QueryForm,
  readsHeader,
  requiredHeaders,
} from "@varde/protocol";
import { headerTexts } from "./texts/header-texts.ts";

type Json = Readonly<Record<string, unknown>>;

/** Headers of the PSU's own request, passed on where they are known; the bank only takes them. */
const passedOn = [
  "PSU-User-Agent",
  "PSU-Accept",
  "PSU-Accept-Charset",
  "PSU-Accept-Encoding",
  "PSU-Accept-Language",
] as const;

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
  allowLogicalDuplicate: "Lets a payment through that looks like one made within 24 hours.",
  withBalance: "Includes the balances.",
  dateFrom: "The first day; 90 days back unless given.",
  dateTo: "The last day.",
  limit: "How many on a page.",
  offset: "How many to pass over.",
  bookingStatus: "booked unless given; all is the same as both.",
  page: "Where a page lies, as a link of the page before says; not to be made up.",
  withAccounts: "Includes accounts; false is faster.",
  withAgreements: "Includes agreements; false is faster.",
  fromDate: "The first day.",
  toDate: "The last day.",
};

const pathTexts: Readonly<Record<string, string>> = {
  paymentId: "From the answer that created the payment.",
  authorisationId: "From the answer that started the authorisation.",
  basketId: "From the answer that created the basket.",
  accountId: "The resourceId of the account.",
  transactionId: "From the listing; stable once booked.",
  tppId: "The TPP's own, in the form NO-FSA-987654321.",
  customerId: "From the list of customers.",
  agreementId: "From the list of agreements.",
};

const isRequired = (operation: Operation, name: HeaderName): boolean =>
  requiredHeaders(operation).includes(name) &&
  // OpenAPI cannot say that one of three headers must identify the PSU.
  !(name === "psu-id" && isPsuIdReplaceable(operation));

const refer = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** The parameters of an operation: path, query, headers. */
export const parametersOf = (operation: Operation, path: string): readonly Json[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => refer(`path.${name}`)),
  ...Object.keys(operation.query ?? {}).map((name) => refer(`query.${name}`)),
  ...headerNames
    .filter((name) => readsHeader(operation, name))
    .map((name) => refer(isRequired(operation, name) ? `${name}.required` : name)),
  ...(readsHeader(operation, "psu-ip-address") ? passedOn.map(refer) : []),
];

/** Every parameter by its name in the document; a header may be needed in one place only. */
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
        description: "Passed on from the PSU's own request.",
        schema: { type: "string" },
      },
    ]),
  ),
});

const headerComponents = (name: HeaderName): readonly (readonly [string, Json])[] => {
  const { whereRequired, ...text } = headerTexts[name];
  const header = { name: headerTitle(name), in: "header", ...text };
  const required = { ...header, description: whereRequired ?? text.description, required: true };
  const readers = operationList.filter((operation) => readsHeader(operation, name));
  const needing = readers.filter((operation) => isRequired(operation, name));
  return [
    ...(needing.length < readers.length ? [[name, header] as const] : []),
    ...(needing.length > 0 ? [[`${name}.required`, required] as const] : []),
  ];
};
