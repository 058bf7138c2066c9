import type { CbctBody } from "../../schemas/requests/cbct-body.ts";
import type { Rule } from "../rule.ts";
import { ncbctRules } from "./ncbct-rules.ts";

/** The rules of a cross-border credit transfer: body and rules are those of the Norwegian one. */
export const cbctRules: readonly Rule<CbctBody>[] = ncbctRules;
