import assert from "node:assert/strict";
import { portResults } from "../../ports/guard/port-results.ts";
import type { AccountId } from "../../ports/ids.ts";
import { assertEqual, assertShape, type ContractRule, numberRules } from "../contract.ts";
import type { CoreBankTrial } from "./core-bank-trial.ts";

/** A valid account number of a bank number that is not in use. */
export const unknownBban = "99990000004";
export const unknownAccountId: AccountId = "contract-test-unknown";

/** Returns the rules for accounts and balances. */
export const accountRules = (trial: CoreBankTrial): readonly ContractRule[] =>
  numberRules("ACCOUNTS", [
    ["finds an account by each of its numbers", () => findsByNumber(trial)],
    ["lists accounts in the order of the ids", () => listsInOrder(trial)],
    ["returns nothing for an unknown account", () => returnsNothingUnknown(trial)],
    ["returns balances that agree with each other", () => balancesAgree(trial)],
    ["confirms funds up to the available balance", () => confirmsFunds(trial)],
  ]);

const findsByNumber = async ({ coreBank, worldId, findParties }: CoreBankTrial): Promise<void> => {
  for (const account of Object.values(await findParties())) {
    const { bban, iban, accountId } = account;
    for (const reference of [bban && { bban }, iban && { iban }]) {
      if (reference === undefined || reference === "") continue;
      const found = await coreBank.findAccount(worldId, reference);
      assertShape(portResults.coreBank.findAccount, found, [worldId, reference]);
      assertEqual(found?.accountId, accountId, `account found by ${Object.keys(reference)}`);
    }
  }
};

const listsInOrder = async ({ coreBank, worldId, findParties }: CoreBankTrial): Promise<void> => {
  const { debtor, creditor } = await findParties();
  const list = async (...accountIds: readonly AccountId[]) => {
    const listed = await coreBank.listAccounts(worldId, accountIds);
    assertShape(portResults.coreBank.listAccounts, listed, [worldId, accountIds]);
    return listed.map(({ accountId }) => accountId);
  };
  const [first, second] = [debtor.accountId, creditor.accountId];
  assertEqual(await list(first, second), [first, second], "accounts");
  assertEqual(await list(second, first), [second, first], "accounts in the other order");
  const listed = await list(second, unknownAccountId, first);
  assertEqual(listed, [second, first], "accounts without the unknown one");
};

const returnsNothingUnknown = async ({ coreBank, worldId }: CoreBankTrial): Promise<void> => {
  const found = await coreBank.findAccount(worldId, { bban: unknownBban });
  assertEqual(found, undefined, "account with an unknown number");
  const accountId = unknownAccountId;
  assertEqual(await coreBank.readBalances(worldId, accountId), undefined, "balances");
  const days = { from: "2000-01-01" };
  const page = { ...days, place: { at: "offset", offset: 0 }, limit: 10 } as const;
  assertEqual(await coreBank.listTransactions(worldId, accountId, page), [], "transactions");
  assertEqual(await coreBank.countTransactions(worldId, accountId, days), 0, "count");
  assertEqual(await coreBank.listPending(worldId, accountId), [], "pending movements");
  const transaction = await coreBank.readTransaction(worldId, accountId, unknownAccountId);
  assertEqual(transaction, undefined, "transaction");
  assertEqual(await coreBank.hasFunds(worldId, accountId, 1n, "NOK"), false, "funds");
};

const balancesAgree = async ({ findParties, readBalances }: CoreBankTrial): Promise<void> => {
  for (const account of Object.values(await findParties())) {
    const { bookedMinor, expectedMinor, availableMinor } = await readBalances(account);
    const { creditLineMinor } = account;
    assertEqual(availableMinor, expectedMinor + creditLineMinor, "available balance");
    assert(
      expectedMinor <= bookedMinor,
      `the expected balance ${expectedMinor} exceeds the booked balance ${bookedMinor}`,
    );
  }
};

const confirmsFunds = async (trial: CoreBankTrial): Promise<void> => {
  const { coreBank, worldId, findParties, readBalances } = trial;
  const { debtor } = await findParties();
  const { availableMinor } = await readBalances(debtor);
  const hasFunds = (amountMinor: bigint) =>
    coreBank.hasFunds(worldId, debtor.accountId, amountMinor, debtor.currency);
  assertEqual(await hasFunds(availableMinor), true, "funds for the available balance");
  assertEqual(await hasFunds(availableMinor + 1n), false, "funds for more");
};

/** Returns the rules for fees and conversion, which the bank calls synchronously. */
export const quoteRules = ({ coreBank }: CoreBankTrial): readonly ContractRule[] => {
  const order = {
    route: "own-bank",
    amountMinor: 10_000n,
    currency: "NOK",
    debtorCurrency: "NOK",
    creditorCountry: "NO",
    isUrgent: false,
  } as const;
  return numberRules("QUOTES", [
    [
      "quotes a fee in the debtor's currency, without a promise",
      async () => {
        const quote = coreBank.quote(order);
        assert(quote !== undefined, "no fee was quoted for a payment in NOK");
        assertShape(portResults.coreBank.quote, quote);
        assertEqual(quote.feeCurrency, "NOK", "currency of the fee");
        assert(quote.feeMinor >= 0n, `the fee is ${quote.feeMinor}`);
      },
    ],
    [
      "quotes nothing for an unsupported currency",
      async () => {
        const quote = coreBank.quote({ ...order, currency: "XXX" as typeof order.currency });
        assertEqual(quote, undefined, "quote in XXX");
      },
    ],
    [
      "converts NOK to the same amount",
      async () => assertEqual(coreBank.convertToNokMinor(12_345n, "NOK"), 12_345n, "amount"),
    ],
  ]);
};
