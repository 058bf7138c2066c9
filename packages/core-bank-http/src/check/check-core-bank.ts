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
  signingMandatesSections,
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
import { mandateRules } from "./mandate-rules.ts";

/** Methods of ports that are operations of another name, or that Varde computes by one. */
const operationOf: Readonly<Record<string, ContractId>> = {
  quote: "readPriceList",
  convertToNokMinor: "readPriceList",
  decide: "decideSignings",
};

/** Every rule of the contract, as the guide and the OpenAPI document state it. */
export const contractRules: readonly DescribedRule[] = describeSections([
  httpRules,
  ...psuDirectorySections,
  ...coreBankSections,
  ...signingMandatesSections,
]).map((rule) => ({ ...rule, about: rule.about.map((name) => operationOf[name] ?? name) }));

export interface CheckOptions {
  readonly onReport?: (report: RuleReport) => void;
  /** Ids of the rules to check; all if it is empty. */
  readonly only?: readonly string[];
  /** Skips the rules about mandates if the core bank does not have these operations. */
  readonly mandatesAreOptional?: boolean;
}

/**
 * Checks a bank's side of the contract: the rules of its ports, over HTTP, and those that only
 * HTTP has. Small amounts are moved between the accounts.
 */
export const checkCoreBank = async (
  options: HttpCoreBankOptions,
  accounts: CheckedAccounts,
  { onReport, only = [], mandatesAreOptional: areOptional = false }: CheckOptions = {},
): Promise<readonly RuleReport[]> => {
  // Webhooks would go to the bank, so the check asks for outcomes.
  const pulling = { ...options, outcomes: { mode: "pull" }, mandates: true } as const;
  const unknown = only.find((id) => !contractRules.some((rule) => rule.id === id));
  if (unknown !== undefined) throw new ConfigurationRefused(`There is no rule ${unknown}.`);
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
      ...(await mandateRules({ client, http, accounts, areOptional })),
    ];
    return await runContract(chooseRules(rules, only), onReport);
  } finally {
    client.close();
    http.close();
  }
};

/** Chooses rules by id; a section that is skipped as a whole stands for its rules. */
const chooseRules = (
  rules: readonly ContractRule[],
  only: readonly string[],
): readonly ContractRule[] =>
  only.length === 0
    ? rules
    : rules.filter(({ id }) => only.some((one) => one === id || one.startsWith(`${id}-`)));

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
