import {
  checkFundsConfirmationRules,
  checkRules,
  type FundsConfirmationBody,
} from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { bbansWithoutCheckDigit, ruleFacts } from "../../payments/rule-facts.ts";
import { refuseAll } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

/** Checks rules between fields, and between the body and the bank's own tables. */
export const checkBodyRules: Check = (context, bank) => {
  const unusual = bbansWithoutCheckDigit(context.body);
  return unusual.length === 0
    ? applyRules(context, bank, none)
    : findHeldBbans(unusual, context, bank).then((held) => applyRules(context, bank, held));
};

const none: ReadonlySet<string> = new Set();

const applyRules = (context: RequestContext, bank: Bank, heldBbans: ReadonlySet<string>) => {
  const { product, service } = context;
  const facts = ruleFacts(product, context.now, heldBbans, bank);
  if (product === undefined || service === undefined) {
    return refuseAll(checkFundsConfirmationRules(context.body as FundsConfirmationBody, facts));
  }
  return refuseAll(checkRules(product, service, context.body, facts));
};

/** Finds the numbers without a valid check digit that are accounts of this bank anyway. */
const findHeldBbans = async (bbans: readonly string[], context: RequestContext, bank: Bank) => {
  const held = new Set<string>();
  for (const bban of [...new Set(bbans)].slice(0, 1_000)) {
    const account = await bank.coreBank.findAccount(context.tpp.worldId, { bban });
    if (account !== undefined) held.add(bban);
  }
  return held;
};
