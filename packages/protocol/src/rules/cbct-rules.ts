import type { CbctBody } from "../schemas/requests/cbct-body.ts";
import { ncbctRules } from "./ncbct-rules.ts";
import type { Rule } from "./rule.ts";

/** The rules of a cross-border credit transfer: the body is the Norwegian one's, and so are they. */
export const cbctRules: readonly Rule<CbctBody>[] = ncbctRules;
