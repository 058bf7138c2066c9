import assert from "node:assert/strict";
import {
  keepKnownFields,
  type PaymentService,
  paymentSchemas,
  type Schema,
  validateBody,
} from "@varde/protocol";
import { refuseAll } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

/**
 * The body has the fields it must have, each of its form. Unknown fields are no fault and go no
 * further: nobody has looked at them, so nobody after this may read them.
 */
export const checkBodySchema: Check = (context) => {
  const schema = schemaOf(context);
  if (schema === undefined) return undefined;
  const { violations, unknownFields } = validateBody(schema, context.body);
  if (unknownFields.length > 0) {
    context.body = keepKnownFields(schema, context.body);
    context.isBodyAsSent = false;
    const named = unknownFields.slice(0, 10).join(", ").slice(0, 300);
    context.warnings.push(`The body has fields this interface does not know: ${named}.`);
  }
  return refuseAll(violations);
};

const schemaOf = ({ operation, product, received }: RequestContext): Schema | undefined => {
  if (operation.body !== "by-product") return operation.body;
  assert(product !== undefined, "checkProduct runs before checkBodySchema");
  return paymentSchemas(product, received.parameters.service as PaymentService)?.body;
};
