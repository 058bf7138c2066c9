import { findOperation, isInvalid, isRecord, validateBody, verifyResponse } from "@varde/protocol";
import { ownReader } from "@varde/protocol/own-reader";
import { type Exchange, headerOf, isAccepted, jsonOf } from "../../wire/exchange.ts";
import type { Check } from "../check.ts";
import { listValues } from "./json-values.ts";

const verbs: ReadonlySet<unknown> = new Set(["GET", "PUT", "POST", "DELETE"]);

/** Every link of a response; `_links` also occurs inside lists. */
const linksOf = (exchange: Exchange): readonly (readonly [string, unknown])[] =>
  listValues(jsonOf(exchange)).flatMap(({ name, value }) =>
    name === "_links" && isRecord(value) ? Object.entries(value) : [],
  );

const findLinkFault = ([name, link]: readonly [string, unknown]): string | undefined => {
  if (!isRecord(link) || typeof link.href !== "string") return `${name} has no href`;
  const isListed = Array.isArray(link.verbs) && link.verbs.length > 0;
  return isListed && (link.verbs as readonly unknown[]).every((verb) => verbs.has(verb))
    ? undefined
    : `${name} has the verbs ${JSON.stringify(link.verbs)}`;
};

const dateField = /Date$/;
const dateTimeField = /(?:DateTime|Timestamp)$/;
const dateForm = /^\d{4}-\d\d-\d\d$/;
const dateTimeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:\+00:00|Z|[+-]\d\d:\d\d)$/;

const findDateFault = (exchange: Exchange): string | undefined => {
  for (const { name, value } of listValues(jsonOf(exchange))) {
    if (typeof value !== "string") continue;
    const form = dateTimeField.test(name) ? dateTimeForm : dateField.test(name) && dateForm;
    if (form && !form.test(value)) return `${name} is "${value.slice(0, 40)}"`;
  }
  return undefined;
};

const hasDate = (exchange: Exchange): boolean =>
  isAccepted(exchange) &&
  listValues(jsonOf(exchange)).some(
    ({ name, value }) =>
      typeof value === "string" && (dateField.test(name) || dateTimeField.test(name)),
  );

/** The schema of a response, if the operation has one of its own. */
const schemaOf = ({ request }: Exchange) => {
  const operation = findOperation(request.method, request.target);
  const schema = operation?.response;
  return schema === undefined || schema === "by-product" ? undefined : schema;
};

/** Checks of every response of the run. */
export const responseChecks: readonly Check[] = [
  {
    kind: "passive",
    id: "rsp-links",
    group: "ERR",
    rules: ["VAL-13", "VAL-14"],
    says: "writes every link with an href and its verbs",
    appliesTo: (exchange) => linksOf(exchange).length > 0,
    fault: (exchange) =>
      linksOf(exchange)
        .map(findLinkFault)
        .find((fault) => fault !== undefined),
  },
  {
    kind: "passive",
    id: "rsp-request-id",
    group: "ERR",
    rules: ["HDR-05"],
    // The interface does not say that a response repeats it.
    level: "should",
    says: "returns the X-Request-ID of each request",
    appliesTo: ({ request, response }) =>
      response !== undefined && headerOf(request, "x-request-id") !== undefined,
    fault: ({ request, response }) => {
      const id = headerOf(response, "x-request-id");
      if (id === headerOf(request, "x-request-id")) return undefined;
      return id === undefined ? "the response has no X-Request-ID" : "another X-Request-ID";
    },
  },
  {
    kind: "passive",
    id: "rsp-dates",
    group: "ERR",
    rules: ["GEN-09", "GEN-10"],
    says: "writes dates as YYYY-MM-DD and times with their offset",
    appliesTo: hasDate,
    fault: findDateFault,
  },
  {
    kind: "passive",
    id: "rsp-schema",
    group: "ERR",
    rules: ["END-28"],
    says: "writes bodies of the published form; unknown fields are allowed",
    appliesTo: (exchange) =>
      isAccepted(exchange) && jsonOf(exchange) !== undefined && schemaOf(exchange) !== undefined,
    fault: (exchange) => {
      const schema = schemaOf(exchange);
      if (schema === undefined) return undefined;
      const [violation] = validateBody(schema, jsonOf(exchange)).violations;
      return violation && `${violation.path ?? "the body"}: ${violation.text}`;
    },
  },
  {
    kind: "passive",
    id: "rsp-signature",
    group: "ERR",
    rules: ["SIG-10"],
    says: "signs responses so that the signature verifies, if it signs them",
    appliesTo: ({ response }) => headerOf(response, "signature") !== undefined,
    fault: ({ request, response, startedAt }) => {
      const verdict = verifyResponse({
        reader: ownReader,
        header: (name) => headerOf(response, name),
        body: Buffer.from(response?.body ?? ""),
        requestId: headerOf(request, "x-request-id") ?? "",
        atMs: startedAt,
      });
      return isInvalid(verdict) ? `the response ${verdict.reason}` : undefined;
    },
  },
];
