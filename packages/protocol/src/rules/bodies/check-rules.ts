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

type Judge = (body: unknown, facts: RuleFacts) => Violation[];

const judges: Readonly<Record<PaymentProduct, Partial<Record<PaymentService, Judge>>>> = {
  NDCT: {
    payments: judgeBy(ndctRules),
    "bulk-payments": judgeBy(bulkNdctRules),
    "periodic-payments": judgeBy(periodicNdctRules),
  },
  NCBCT: { payments: judgeBy(ncbctRules) },
  INDCTS: { payments: judgeBy(indctsRules) },
  CBCT: { payments: judgeBy(cbctRules) },
  SCT: { payments: judgeBy(sctRules) },
};

/**
 * Holds a body against the rules of its product. The body must have passed the product's schema:
 * the rules rely on its shape.
 */
export function checkRules(
  product: PaymentProduct,
  service: PaymentService,
  body: unknown,
  facts: RuleFacts,
): Violation[] {
  const judge = judges[product][service];
  assert(judge !== undefined, `${product} is not carried by ${service}`);
  return judge(body, facts);
}

function judgeBy<Body>(rules: readonly Rule<Body>[]): Judge {
  return (body, facts) => applyRules(rules, body as Body, facts);
}
