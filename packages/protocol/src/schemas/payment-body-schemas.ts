import type { PaymentProduct, PaymentService } from "../products.ts";
import { bulkNdctBody } from "./requests/bulk-ndct-body.ts";
import { cbctBody } from "./requests/cbct-body.ts";
import { indctsBody } from "./requests/indcts-body.ts";
import { ncbctBody } from "./requests/ncbct-body.ts";
import { ndctBody } from "./requests/ndct-body.ts";
import { periodicNdctBody } from "./requests/periodic-ndct-body.ts";
import { sctBody } from "./requests/sct-body.ts";
import {
  bulkNdctDetailsResponse,
  cbctDetailsResponse,
  indctsDetailsResponse,
  ncbctDetailsResponse,
  ndctDetailsResponse,
  periodicNdctDetailsResponse,
  sctDetailsResponse,
} from "./responses/payment-details-response.ts";
import type { Schema } from "./schema.ts";

interface PaymentSchemas {
  /** What creates the payment. */
  readonly body: Schema;
  /** What reading the payment answers. */
  readonly details: Schema;
}

/** The schemas of each product under each service that carries it. */
export const paymentBodySchemas: Readonly<
  Record<PaymentProduct, Partial<Readonly<Record<PaymentService, PaymentSchemas>>>>
> = {
  NDCT: {
    payments: { body: ndctBody, details: ndctDetailsResponse },
    "bulk-payments": { body: bulkNdctBody, details: bulkNdctDetailsResponse },
    "periodic-payments": { body: periodicNdctBody, details: periodicNdctDetailsResponse },
  },
  NCBCT: { payments: { body: ncbctBody, details: ncbctDetailsResponse } },
  INDCTS: { payments: { body: indctsBody, details: indctsDetailsResponse } },
  CBCT: { payments: { body: cbctBody, details: cbctDetailsResponse } },
  SCT: { payments: { body: sctBody, details: sctDetailsResponse } },
};
