import type { TObject, TProperties } from "typebox";
import { transactionStatuses } from "../../statuses.ts";
import { links } from "../parts/link.ts";
import { bulkNdctBody } from "../requests/bulk-ndct-body.ts";
import { ndctBody } from "../requests/ndct-body.ts";
import { periodicNdctBody } from "../requests/periodic-ndct-body.ts";
import { object, oneOf, optional, string } from "../schema.ts";

/** Adds the fields of the bank to the fields a payment was created with. */
export function singleDetailsResponse<Properties extends TProperties>(body: TObject<Properties>) {
  return object({
    ...body.properties,
    paymentId: string(),
    transactionStatus: optional(oneOf(transactionStatuses)),
    _links: optional(links),
  });
}

/** A bulk, or one of its payments, which is read under the path of a bulk too. */
export const bulkNdctDetailsResponse = singleDetailsResponse(
  object({ ...eachOptional(ndctBody.properties), ...eachOptional(bulkNdctBody.properties) }),
);

/** A periodic payment, or one execution of it, which has no schedule. */
export const periodicNdctDetailsResponse = singleDetailsResponse(
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
