export {
  type ExplainedCheck,
  explainRequest,
  type RequestExplanation,
  type Verdict,
} from "./explain-request.ts";
export { findOperation } from "./find-operation.ts";
export type { SentRequest } from "./sent-request.ts";
