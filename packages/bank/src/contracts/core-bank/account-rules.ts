import assert from "node:assert/strict";
import { portResults } from "../../ports/guard/port-results.ts";
import type { AccountId } from "../../ports/ids.ts";
import { assertEqual, assertShape } from "../contract.ts";
import type { CoreBankSection, CoreBankTrial } from "./core-bank-trial.ts";
import { separatesAccounts } from "./separates-accounts.ts";

/** A valid account number of a bank number that is not in use. */
export const unknownBban = "99990000004";
export const unknownIban = "NO7699990000004";
export const unknownAccountId: AccountId = "contract-test-unknown";

const everyRead: CoreBankSection["rules"][number]["about"] = [
  "findAccount",
  "readBalances",
  "listTransactions",
  "countTransactions",
  "readTransaction",
  "listPending",
  "hasFunds",
];

/** Accounts and balances. */
export const accountRules: CoreBankSection = {
  name: "ACCOUNTS",
  title: "Accounts",
  rules: [
    {
      statement: "finds an account by each of its numbers",
      text:
        "An open account is found by its bban and by its iban, if it has both, with the same " +
        "accountId. It is returned with the number that was asked for, or without that field.",
      about: ["findAccount"],
      check: (trial) => findsByNumber(trial),
    },
    {
      statement: "lists accounts in the order of the ids",
      text:
        "Accounts are returned in the order in which the request names their ids. Unknown and " +
        "closed accounts are left out.",
      about: ["listAccounts"],
      check: (trial) => listsInOrder(trial),
    },
    {
      statement: "returns nothing for an unknown account",
      text:
        "An unknown account is not an error. The response is 200 without account, balances or " +
        "transaction, with an empty list of transactions or pending movements, with count 0, or " +
        "with hasFunds false.",
      about: everyRead,
      check: (trial) => returnsNothingUnknown(trial),
    },
    {
      statement: "returns balances that agree with each other",
      text:
        "expectedMinor is bookedMinor less what is reserved for payments that were sent, so it " +
        "is never above bookedMinor: incoming amounts count when they are booked. availableMinor " +
        "is expectedMinor plus creditLineMinor of the account.",
      about: ["readBalances"],
      check: (trial) => balancesAgree(trial),
    },
    {
      statement: "confirms funds up to the available balance",
      text:
        "hasFunds is true if availableMinor is the amount or more, without fees, and false if it " +
        "is one minor unit less.",
      about: ["hasFunds"],
      needs: ["ACCOUNTS-4"],
      check: (trial) => confirmsFunds(trial),
    },
    {
      statement: "returns accounts, balances and funds of the requested account only",
      text:
        "Accounts, balances and funds are those of the requested account, also when calls for " +
        "several accounts run at the same time. Balances may name it in accountId; Varde refuses " +
        "balances of another account than it asked for.",
      about: ["findAccount", "listAccounts", "readBalances", "hasFunds"],
      needs: ["ACCOUNTS-5"],
      check: (trial) => separatesAccounts(trial),
    },
  ],
};

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

const anOrder = {
  route: "own-bank",
  amountMinor: 10_000n,
  currency: "NOK",
  debtorCurrency: "NOK",
  creditorCountry: "NO",
  isUrgent: false,
} as const;

/** Fees and conversion, which the bank calls synchronously. */
export const quoteRules: CoreBankSection = {
  name: "QUOTES",
  title: "Fees and rates",
  rules: [
    {
      statement: "quotes a fee in the debtor's currency, without a promise",
      text:
        "Every payment in NOK from an account in NOK has a fee, which may be 0. The first entry " +
        "of fees counts that has the payment's route and, where it has countries or isUrgent, " +
        "the country of the payee's bank and the urgency of the payment. Varde converts feeMinor " +
        "from feeCurrency to the currency of the debtor's account and, if the payment is in " +
        "another currency than that account, adds the share conversionPpm of the debited amount. " +
        "Both are rounded up.",
      about: ["quote"],
      check: async ({ coreBank }) => {
        const quote = coreBank.quote(anOrder);
        assert(quote !== undefined, "no fee was quoted for a payment in NOK");
        assertShape(portResults.coreBank.quote, quote);
        assert(!("refused" in quote), "a payment in NOK was refused");
        assertEqual(quote.feeCurrency, "NOK", "currency of the fee");
        assert(quote.feeMinor >= 0n, `the fee is ${quote.feeMinor}`);
      },
    },
    {
      statement: "quotes nothing for an unsupported currency",
      text:
        "A currency without an entry in rates is not supported: there is no fee, and Varde " +
        "refuses payments in it.",
      about: ["quote"],
      check: async ({ coreBank }) => {
        const quote = coreBank.quote({ ...anOrder, currency: "XXX" as typeof anOrder.currency });
        assertEqual(quote, undefined, "quote in XXX");
      },
    },
    {
      statement: "converts NOK to the same amount",
      text: "An amount in NOK is the same amount in NOK, so the rate of NOK is one.",
      about: ["convertToNokMinor"],
      check: async ({ coreBank }) =>
        assertEqual(coreBank.convertToNokMinor(12_345n, "NOK"), 12_345n, "amount"),
    },
    {
      statement: "quotes an exchange in units of the account's currency, or none",
      text:
        "The rate of a currency is its price in NOK. With it Varde shows the PSU the rate and " +
        "the amount that will be debited, rounded up; Varde refuses a payment of which less than " +
        "one minor unit would be credited to an account that you hold. A payment in the " +
        "account's currency has neither.",
      about: ["quote"],
      check: async ({ coreBank }) => {
        const same = coreBank.quote(anOrder);
        assert(same !== undefined && !("refused" in same), "no fee was quoted");
        assertEqual(same.exchange, undefined, "exchange of a payment in NOK");
        const abroad = { route: "cross-border", currency: "EUR", creditorCountry: "DE" } as const;
        const amountMinor = 1_000_000_00n;
        const quote = coreBank.quote({ ...anOrder, ...abroad, amountMinor });
        assertShape(portResults.coreBank.quote, quote);
        if (quote === undefined || "refused" in quote || quote.exchange === undefined) return;
        const { ratePpm, debitedMinor } = quote.exchange;
        // EUR and NOK have the same number of decimals; the rate is rounded to a millionth.
        const difference = debitedMinor - 100n * ratePpm;
        assert(
          difference > -100n && difference < 100n,
          `the rate ${ratePpm} does not give the amount ${debitedMinor} for 1 000 000 EUR`,
        );
      },
    },
  ],
};
