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

/** A payment of a bulk is read under the bulk's path, and has the fields of a single payment. */
export const bulkNdctDetailsResponse = detailsOf(
  object({ ...eachOptional(ndctBody.properties), ...eachOptional(bulkNdctBody.properties) }),
);

/** One execution is read under the order's path too, and has no schedule of its own. */
export const periodicNdctDetailsResponse = detailsOf(
  object({
    ...periodicNdctBody.properties,
    startDate: optional(periodicNdctBody.properties.startDate),
    frequency: optional(periodicNdctBody.properties.frequency),
  }),
);

function eachOptional(properties: TProperties): TProperties {
  const entries = Object.entries(properties).map(([name, field]) => [name, optional(field)]);
  return Object.fromEntries(entries) as TProperties;
}
