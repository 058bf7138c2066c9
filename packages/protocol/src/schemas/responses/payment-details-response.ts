import type { TObject, TProperties } from "typebox";
import { transactionStatuses } from "../../statuses.ts";
import { links } from "../parts/link.ts";
import { bulkNdctBody } from "../requests/bulk-ndct-body.ts";
import { cbctBody } from "../requests/cbct-body.ts";
import { indctsBody } from "../requests/indcts-body.ts";
import { ncbctBody } from "../requests/ncbct-body.ts";
import { ndctBody } from "../requests/ndct-body.ts";
import { periodicNdctBody } from "../requests/periodic-ndct-body.ts";
import { sctBody } from "../requests/sct-body.ts";
import { object, oneOf, optional, string } from "../schema.ts";

/** The fields a payment was created with, and what the bank added. */
function detailsOf<Properties extends TProperties>(body: TObject<Properties>) {
  return object({
    ...body.properties,
    paymentId: string(),
    transactionStatus: optional(oneOf(transactionStatuses)),
    _links: optional(links),
  });
}

export const ndctDetailsResponse = detailsOf(ndctBody);
export const ncbctDetailsResponse = detailsOf(ncbctBody);
export const indctsDetailsResponse = detailsOf(indctsBody);
export const cbctDetailsResponse = detailsOf(cbctBody);
export const sctDetailsResponse = detailsOf(sctBody);
export const bulkNdctDetailsResponse = detailsOf(bulkNdctBody);
export const periodicNdctDetailsResponse = detailsOf(periodicNdctBody);
