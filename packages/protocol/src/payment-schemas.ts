import type { PaymentProduct, PaymentService, paymentProducts } from "./products.ts";
import { bulkNdctBody } from "./schemas/requests/bulk-ndct-body.ts";
import { cbctBody } from "./schemas/requests/cbct-body.ts";
import { indctsBody } from "./schemas/requests/indcts-body.ts";
import { ncbctBody } from "./schemas/requests/ncbct-body.ts";
import { ndctBody } from "./schemas/requests/ndct-body.ts";
import { periodicNdctBody } from "./schemas/requests/periodic-ndct-body.ts";
import { sctBody } from "./schemas/requests/sct-body.ts";
import {
  bulkNdctDetailsResponse,
  cbctDetailsResponse,
  indctsDetailsResponse,
  ncbctDetailsResponse,
  ndctDetailsResponse,
  periodicNdctDetailsResponse,
  sctDetailsResponse,
} from "./schemas/responses/payment-details-response.ts";
import type { Schema, Static } from "./schemas/schema.ts";

interface PaymentSchemas {
  /** The body of the request that creates the payment. */
  readonly body: Schema;
  /** The response when the payment is read. */
  readonly details: Schema;
}

/** The schemas of each product under each service that offers it. */
const schemas = {
  NDCT: {
    payments: { body: ndctBody, details: ndctDetailsResponse },
    "bulk-payments": { body: bulkNdctBody, details: bulkNdctDetailsResponse },
    "periodic-payments": { body: periodicNdctBody, details: periodicNdctDetailsResponse },
  },
  NCBCT: { payments: { body: ncbctBody, details: ncbctDetailsResponse } },
  INDCTS: { payments: { body: indctsBody, details: indctsDetailsResponse } },
  CBCT: { payments: { body: cbctBody, details: cbctDetailsResponse } },
  SCT: { payments: { body: sctBody, details: sctDetailsResponse } },
} satisfies SchemasByProduct;

type SchemasByProduct = {
  readonly [Product in PaymentProduct]: Readonly<
    Record<(typeof paymentProducts)[Product]["services"][number], PaymentSchemas>
  >;
};

/** The body that creates a payment of any product under any service. */
export type PaymentBody = Static<
  | typeof ndctBody
  | typeof bulkNdctBody
  | typeof periodicNdctBody
  | typeof ncbctBody
  | typeof indctsBody
  | typeof cbctBody
  | typeof sctBody
>;

/** A payment of any product, as returned when it is read. */
export type PaymentDetailsResponse = Static<
  | typeof ndctDetailsResponse
  | typeof bulkNdctDetailsResponse
  | typeof periodicNdctDetailsResponse
  | typeof ncbctDetailsResponse
  | typeof indctsDetailsResponse
  | typeof cbctDetailsResponse
  | typeof sctDetailsResponse
>;

/**
 * Returns the schemas of a product under a service, or undefined if the service does not offer it.
 */
export const paymentSchemas = (
  product: PaymentProduct,
  service: PaymentService,
): PaymentSchemas | undefined =>
  (schemas[product] as Partial<Record<PaymentService, PaymentSchemas>>)[service];
