import { ConfigurationRefused } from "@varde/bank";
import {
  type ContractRule,
  coreBankContract,
  psuDirectoryContract,
  type RuleReport,
  runContract,
} from "@varde/bank/contracts";
import { ContractClient } from "../client/contract-client.ts";
import { createHttpCoreBank } from "../client/create-http-core-bank.ts";
import {
  type HttpCoreBankOptions,
  readHttpCoreBankOptions,
} from "../client/http-core-bank-options.ts";
import type { CheckedAccounts } from "./checked-accounts.ts";
import { httpRules } from "./http-rules.ts";

/** The longest time that a test system may take to end a payment to another bank. */
const finishMsMax = 60_000;

export interface CheckOptions {
  readonly onReport?: (report: RuleReport) => void;
  /** Ids of the rules to check; all if it is empty. */
  readonly only?: readonly string[];
}

/**
 * Checks a bank's side of the contract: the rules of both ports, over HTTP, and those that only
 * HTTP has. Small amounts are moved between the accounts.
 */
export const checkCoreBank = async (
  options: HttpCoreBankOptions,
  accounts: CheckedAccounts,
  { onReport, only = [] }: CheckOptions = {},
): Promise<readonly RuleReport[]> => {
  // Webhooks would go to the bank, so the check asks for outcomes.
  const pulling = { ...options, outcomes: { mode: "pull" } } as const;
  const http = createHttpCoreBank(pulling);
  const client = new ContractClient(readHttpCoreBankOptions(pulling));
  try {
    await http.connect();
    const { coreBank, psuDirectory: directory } = http;
    const rules: readonly ContractRule[] = [
      ...httpRules(client, options, accounts),
      ...psuDirectoryContract({ directory, ...accounts }),
      ...coreBankContract({ coreBank, finishMsMax, ...accounts }),
    ];
    const unknown = only.find((id) => !rules.some((rule) => rule.id === id));
    if (unknown !== undefined) throw new ConfigurationRefused(`There is no rule ${unknown}.`);
    const chosen = only.length === 0 ? rules : rules.filter(({ id }) => only.includes(id));
    return await runContract(chosen, onReport);
  } finally {
    client.close();
    http.close();
  }
};
