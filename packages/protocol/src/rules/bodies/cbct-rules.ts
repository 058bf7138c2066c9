import type { CbctBody } from "../../schemas/requests/cbct-body.ts";
import type { Rule } from "../rule.ts";
import { ncbctRules } from "./ncbct-rules.ts";

/** The rules of a cross-border credit transfer, the same as those of the Norwegian product. */
export const cbctRules: readonly Rule<CbctBody>[] = ncbctRules;
