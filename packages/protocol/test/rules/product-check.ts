import assert from "node:assert/strict";
import type { PaymentProduct, PaymentService } from "../../src/products.ts";
import { checkRules, type RuleFacts } from "../../src/rules/index.ts";
import { paymentSchemas, validateBody } from "../../src/schemas/index.ts";
import { someFacts } from "./some-facts.ts";

type ProductCheck = (body: unknown, facts?: RuleFacts) => string[];

/**
 * Returns a check that lists code and pointer of each violation of a body that passed its schema.
 */
export function productCheck(
  product: PaymentProduct,
  service: PaymentService = "payments",
): ProductCheck {
  const schema = paymentSchemas(product, service)?.body;
  assert.ok(schema);
  return (body, facts = someFacts()) => {
    assert.deepEqual(validateBody(schema, body).violations, []);
    return checkRules(product, service, body, facts).map(({ code, path, text }) => {
      assert.ok(text.length > 10 && text.length <= 512);
      return `${code} ${path}`;
    });
  };
}
