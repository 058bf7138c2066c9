import assert from "node:assert/strict";
import type { PaymentProduct, PaymentService } from "../../products.ts";
import type { Violation } from "../../violation.ts";
import { applyRules, type Rule } from "../rule.ts";
import type { RuleFacts } from "../rule-facts.ts";
import { bulkNdctRules } from "./bulk-ndct-rules.ts";
import { cbctRules } from "./cbct-rules.ts";
import { indctsRules } from "./indcts-rules.ts";
import { ncbctRules } from "./ncbct-rules.ts";
import { ndctRules } from "./ndct-rules.ts";
import { periodicNdctRules } from "./periodic-ndct-rules.ts";
import { sctRules } from "./sct-rules.ts";

type BodyCheck = (body: unknown, facts: RuleFacts) => Violation[];

const checks: Readonly<Record<PaymentProduct, Partial<Record<PaymentService, BodyCheck>>>> = {
  NDCT: {
    payments: checkAgainst(ndctRules),
    "bulk-payments": checkAgainst(bulkNdctRules),
    "periodic-payments": checkAgainst(periodicNdctRules),
  },
  NCBCT: { payments: checkAgainst(ncbctRules) },
  INDCTS: { payments: checkAgainst(indctsRules) },
  CBCT: { payments: checkAgainst(cbctRules) },
  SCT: { payments: checkAgainst(sctRules) },
};

/**
 * Checks a body against the rules of its product. The body must have passed the schema of the
 * product, because the rules rely on its shape.
 */
export function checkRules(
  product: PaymentProduct,
  service: PaymentService,
  body: unknown,
  facts: RuleFacts,
): Violation[] {
  const check = checks[product][service];
  assert(check !== undefined, `${product} is not offered under ${service}`);
  return check(body, facts);
}

function checkAgainst<Body>(rules: readonly Rule<Body>[]): BodyCheck {
  return (body, facts) => applyRules(rules, body as Body, facts);
}
