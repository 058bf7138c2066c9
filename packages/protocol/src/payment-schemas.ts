import assert from "node:assert/strict";
import type { TObject, TProperties } from "typebox";
import {
  bulkNdctRules,
  crossBorderRules,
  indctsRules,
  ndctRules,
  periodicNdctRules,
  sctRules,
} from "./body-rules.ts";
import type { PaymentProduct, PaymentService, paymentProducts } from "./products.ts";
import { applyRules, type Rule, type RuleFacts } from "./rules/rule.ts";
import {
  bulkNdctBody,
  cbctBody,
  indctsBody,
  ncbctBody,
  ndctBody,
  periodicNdctBody,
  sctBody,
} from "./schemas/bodies/payment-body.ts";
import {
  bulkNdctDetailsResponse,
  periodicNdctDetailsResponse,
  singleDetailsResponse,
} from "./schemas/bodies/payment-responses.ts";
import type { Schema, Static } from "./schemas/schema.ts";
import type { Violation } from "./violation.ts";

interface PaymentSchemas<Body extends Schema = Schema, Details extends Schema = Schema> {
  /** The body of the request that creates the payment. */
  readonly body: Body;
  /** The response when the payment is read. */
  readonly details: Details;
  /** Checks the rules between the fields of a body that passed its schema. */
  readonly checkRules: (body: unknown, facts: RuleFacts) => Violation[];
}

/** Joins a body with its rules and with the response that shows the payment. */
const define = <Body extends Schema, Details extends Schema>(
  body: Body,
  rules: readonly Rule<NoInfer<Static<Body>>>[],
  details: Details,
): PaymentSchemas<Body, Details> => ({
  body,
  details,
  checkRules: (value, facts) => applyRules(rules, value as Static<Body>, facts),
});

const single = <Properties extends TProperties>(
  body: TObject<Properties>,
  rules: readonly Rule<NoInfer<Static<TObject<Properties>>>>[],
) => define(body, rules, singleDetailsResponse(body));

/** The schemas and rules of each product under each service that offers it. */
const schemas = {
  NDCT: {
    payments: single(ndctBody, ndctRules),
    "bulk-payments": define(bulkNdctBody, bulkNdctRules, bulkNdctDetailsResponse),
    "periodic-payments": define(periodicNdctBody, periodicNdctRules, periodicNdctDetailsResponse),
  },
  NCBCT: { payments: single(ncbctBody, crossBorderRules) },
  INDCTS: { payments: single(indctsBody, indctsRules) },
  CBCT: { payments: single(cbctBody, crossBorderRules) },
  SCT: { payments: single(sctBody, sctRules) },
} satisfies SchemasByProduct;

type SchemasByProduct = {
  readonly [Product in PaymentProduct]: Readonly<
    Record<(typeof paymentProducts)[Product]["services"][number], PaymentSchemas>
  >;
};

/** The schemas of every product under every service, as a union. */
type AnySchemas = {
  [Product in PaymentProduct]: (typeof schemas)[Product][keyof (typeof schemas)[Product]];
}[PaymentProduct];

/** The body that creates a payment of any product under any service. */
export type PaymentBody = Static<AnySchemas["body"]>;

/** The body that creates a payment of one product under one service. */
export type ProductBody<Product extends PaymentProduct, Service extends PaymentService> =
  (typeof schemas)[Product] extends Readonly<Record<Service, PaymentSchemas<infer Body>>>
    ? Static<Body>
    : never;

/** The body that creates a payment of any product under one service. */
export type ServiceBody<Service extends PaymentService> = {
  [Product in PaymentProduct]: ProductBody<Product, Service>;
}[PaymentProduct];

/** A payment of any product, as returned when it is read. */
export type PaymentDetailsResponse = Static<AnySchemas["details"]>;

/**
 * Returns the schemas of a product under a service, or undefined if the service does not offer it.
 */
export const paymentSchemas = (
  product: PaymentProduct,
  service: PaymentService,
): PaymentSchemas | undefined =>
  (schemas[product] as Partial<Record<PaymentService, PaymentSchemas>>)[service];

/**
 * Checks a body against the rules of its product. The body must have passed the schema of the
 * product, because the rules rely on its shape.
 */
export const checkRules = (
  product: PaymentProduct,
  service: PaymentService,
  body: unknown,
  facts: RuleFacts,
): Violation[] => {
  const found = paymentSchemas(product, service);
  assert(found !== undefined, `${product} is not offered under ${service}`);
  return found.checkRules(body, facts);
};
