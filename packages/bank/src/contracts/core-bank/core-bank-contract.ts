import type { ContractRule } from "../contract.ts";
import { accountRules, quoteRules } from "./account-rules.ts";
import { type CoreBankSubject, openTrial } from "./core-bank-trial.ts";
import { outcomeRules } from "./outcome-rules.ts";
import { paymentRules } from "./payment-rules.ts";
import { transactionRules } from "./transaction-rules.ts";

/** Returns the rules for the port `coreBank`. Check them one after the other. */
export const coreBankContract = (subject: CoreBankSubject): readonly ContractRule[] => {
  const trial = openTrial(subject);
  return [accountRules, quoteRules, paymentRules, transactionRules, outcomeRules].flatMap((rules) =>
    rules(trial),
  );
};
