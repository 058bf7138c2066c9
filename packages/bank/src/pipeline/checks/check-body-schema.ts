import assert from "node:assert/strict";
import {
  dropEmptyFields,
  isRecord,
  keepKnownFields,
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
  const { body } = context;
  return isRecord(body) && body.executionRule === "preceeding"
    ? tolerate([{ form: body.executionRule }], "/executionRule", context, bank)
    : undefined;
};

/** Returns the schema of the body, which depends on the product for a payment. */
export const bodySchema = ({ operation, service, product }: RequestContext): Schema | undefined => {
  if (operation.body !== "by-product") return operation.body;
  assert(service && product, "checkProduct runs before checkBodySchema");
  return paymentSchemas(product, service)?.body;
};
