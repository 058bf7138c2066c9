import { type AccountId, ConfigurationRefused, type PsuDirectory } from "@varde/bank";
import {
  bindSections,
  type ContractRule,
  coreBankContract,
  coreBankSections,
  type DescribedRule,
  describeSections,
  psuDirectoryContract,
  psuDirectorySections,
  type RuleReport,
  runContract,
} from "@varde/bank/contracts";
import { ContractClient } from "../client/contract-client.ts";
import { createHttpCoreBank } from "../client/create-http-core-bank.ts";
import {
  type HttpCoreBankOptions,
  readHttpCoreBankOptions,
} from "../client/http-core-bank-options.ts";
import type { ContractId } from "../contract/contract-calls.ts";
import type { CheckedAccounts } from "./checked-accounts.ts";
import { finishMsMax } from "./http-checks.ts";
import { httpRules } from "./http-rules.ts";

/** Methods of a port that are not operations: Varde computes both from the price list. */
const operationOf: Readonly<Record<string, ContractId>> = {
  quote: "readPriceList",
  convertToNokMinor: "readPriceList",
};

/** Every rule of the contract, as the guide and the OpenAPI document state it. */
export const contractRules: readonly DescribedRule[] = describeSections([
  httpRules,
  ...psuDirectorySections,
  ...coreBankSections,
]).map((rule) => ({ ...rule, about: rule.about.map((name) => operationOf[name] ?? name) }));

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
      ...bindSections([httpRules], { client, options, accounts }),
      ...psuDirectoryContract({ directory, ...accounts }),
      ...coreBankContract({
        coreBank,
        finishMsMax,
        listMoreAccounts: () => listCustomerAccounts(directory, accounts),
        ...accounts,
      }),
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

/** Accounts of the customers that are compared with the accounts that pay. */
const moreAccountsMax = 4;

const listCustomerAccounts = async (
  directory: PsuDirectory,
  { worldId, customerNumber, otherCustomerNumber }: CheckedAccounts,
): Promise<readonly AccountId[]> => {
  const accountIds: AccountId[] = [];
  for (const number of [customerNumber, otherCustomerNumber]) {
    const person = await directory.findPerson(worldId, number);
    const agreements = person && (await directory.listAgreements(worldId, person.personId));
    accountIds.push(...(agreements ?? []).flatMap((one) => one.accountIds));
  }
  return accountIds.slice(0, moreAccountsMax);
};
