import "./require-node.ts";

export * from "./accept-fix.ts";
export * from "./certificate/index.ts";
export * from "./codes.ts";
export * from "./control/index.ts";
export * from "./data/currencies.ts";
export type { PurposeCode } from "./data/payment-codes.ts";
export {
  type ExplainedCheck,
  explainRequest,
  type RequestExplanation,
  type SentRequest,
  type Verdict,
} from "./explain-request.ts";
export * from "./invalid.ts";
export * from "./is-one-of.ts";
export * from "./json/index.ts";
export * from "./limits.ts";
export { nearestName } from "./nearest-name.ts";
export * from "./operations/index.ts";
export * from "./products.ts";
export { Reader, thoroughSearch } from "./reader.ts";
export * from "./rules/index.ts";
export * from "./schemas/index.ts";
export * from "./signing/index.ts";
export * from "./statuses.ts";
export * from "./tolerated-forms.ts";
export { countOf } from "./values/count-of.ts";
export * from "./values/index.ts";
export * from "./violation.ts";
