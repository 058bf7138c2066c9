import assert from "node:assert/strict";
import {
  dropEmptyFields,
  keepKnownFields,
  type PaymentService,
  paymentSchemas,
  type Schema,
  validateBody,
} from "@varde/protocol";
import { refuseAll } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";
import { tolerate } from "./tolerate.ts";

/**
 * Checks the body against its schema. Unknown fields are allowed, but removed, so that no unchecked
 * value is read later.
 */
export const checkBodySchema: Check = (context, bank) => {
  const schema = bodySchema(context);
  if (schema === undefined) return undefined;
  if (context.operation.kind === "loadData") context.body = dropEmptyFields(schema, context.body);
  const { violations, unknownFields } = validateBody(schema, context.body);
  if (unknownFields.length > 0) {
    context.body = keepKnownFields(schema, context.body);
    context.isBodyAsSent = false;
    const names = unknownFields.slice(0, 10).join(", ").slice(0, 300);
    context.warnings.push(`The body has unknown fields: ${names}.`);
  }
  return refuseAll(violations) ?? tolerateMisspelling(context, bank);
};

const tolerateMisspelling: Check = (context, bank) => {
  const { executionRule } = context.body as { readonly executionRule?: string };
  return executionRule === "preceeding"
    ? tolerate([{ form: executionRule }], "/executionRule", context, bank)
    : undefined;
};

/** Returns the schema of the body, which depends on the product for a payment. */
export const bodySchema = ({
  operation,
  product,
  received,
}: RequestContext): Schema | undefined => {
  if (operation.body !== "by-product") return operation.body;
  assert(product !== undefined, "checkProduct runs before checkBodySchema");
  return paymentSchemas(product, received.parameters.service as PaymentService)?.body;
};
