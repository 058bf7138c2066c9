import { bindSections, type ContractRule } from "../contract.ts";
import { accountRules, quoteRules } from "./account-rules.ts";
import { type CoreBankSection, type CoreBankSubject, openTrial } from "./core-bank-trial.ts";
import { outcomeRules } from "./outcome-rules.ts";
import { paymentRules } from "./payment-rules.ts";
import { transactionRules } from "./transaction-rules.ts";

/** All rules for the port `coreBank`. */
export const coreBankSections: readonly CoreBankSection[] = [
  accountRules,
  quoteRules,
  paymentRules,
  transactionRules,
  outcomeRules,
];

/** Returns the rules for the port `coreBank`. Check them one after the other. */
export const coreBankContract = (subject: CoreBankSubject): readonly ContractRule[] =>
  bindSections(coreBankSections, openTrial(subject));
