import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CoreBank, Instruction } from "@varde/bank";
import { contractListener } from "@varde/core-bank-http";
import { checkCoreBank } from "@varde/core-bank-http/check";
import { defaultFeeTable, defaultRateTable } from "@varde/ledger";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer } from "@varde/testkit/payments";
import { serveLocally } from "@varde/testkit/processes";
import {
  ledgerPriceList,
  oneWorldMandates,
  oneWorldPorts,
} from "../../src/core-bank-server/start-core-bank.ts";
import { checkedAccounts } from "./checked-accounts.ts";
import { foreignDataFaults } from "./foreign-data-faults.ts";

describe("the check of a core bank", () => {
  let sandbox: Awaited<ReturnType<typeof aBank>>;
  let worldId: string;
  before(async () => {
    sandbox = await aBank({ expectsErrors: true });
    // The first SCA of a TPP opens its world.
    await aPayer(sandbox);
    worldId = await onlyWorld(sandbox);
  });
  after(() => sandbox.close());

  /** Serves the core bank of the sandbox with some methods replaced, and checks it. */
  const check = async (
    change: (coreBank: CoreBank) => Partial<CoreBank>,
    only: readonly string[] = [],
  ) => {
    const { signingMandates } = sandbox.bank;
    const { runClearing } = sandbox.bank.coreBank;
    const { coreBank: own, psuDirectory } = oneWorldPorts(
      sandbox.bank.coreBank,
      sandbox.bank.psuDirectory,
      worldId,
    );
    const coreBank: CoreBank = {
      ...own,
      listOutcomes: async (world, limit) => {
        await runClearing?.(worldId, Date.now());
        return own.listOutcomes(world, limit);
      },
    };
    await using server = await serveLocally(
      contractListener({
        coreBank: { ...coreBank, ...change(coreBank) },
        psuDirectory,
        signingMandates: signingMandates && oneWorldMandates(signingMandates, worldId),
        priceList: ledgerPriceList(defaultFeeTable, defaultRateTable),
        onFailure: () => {},
      }),
    );
    const reports = await checkCoreBank({ url: server.url, timeoutMs: 60_000 }, checkedAccounts, {
      only,
    });
    return reports.map(({ id, result, seen }) => `${id} ${result}${seen ? `: ${seen}` : ""}`);
  };

  test("passes on the sandbox's own core bank", async () => {
    const reports = await check(() => ({}));
    assert.deepEqual(
      reports.filter((report) => !report.endsWith(" passed")),
      ["HTTP-12 skipped: the check has no certificate and no client of its own"],
    );
    assert(reports.length > 40, `${reports.length} rules`);
  });

  test("passes on a core bank that leaves out the numbers of its accounts", async () => {
    const withoutNumbers = (own: CoreBank): Partial<CoreBank> => ({
      findAccount: async (world, reference) => {
        const found = await own.findAccount(world, reference);
        return found && { ...found, bban: undefined, iban: undefined };
      },
    });
    const rules = ["ACCOUNTS-1", "PAYMENTS-1", "TRANSACTIONS-1"];
    const reports = await check(withoutNumbers, rules);
    assert.deepEqual(
      reports,
      rules.map((id) => `${id} passed`),
    );
  });

  const renamed = (one: Instruction): Instruction => ({
    ...one,
    instructionId: sandbox.bank.ids.newId(),
  });
  /** A fault of a core bank, the rules that find it, and those that it blocks. */
  const faults: Readonly<
    Record<
      string,
      readonly [
        (own: CoreBank) => Partial<CoreBank>,
        rules: readonly string[],
        blocked?: readonly string[],
      ]
    >
  > = {
    "pays again when an instruction is repeated": [
      (own) => ({ submitAll: (list, at) => own.submitAll(list.map(renamed), at) }),
      ["PAYMENTS-3"],
      ["HTTP-7", "HTTP-8", "PAYMENTS-4", "PAYMENTS-5", "PAYMENTS-12"],
    ],
    "returns the outcomes in another order": [
      (own) => ({ submitAll: async (list, at) => (await own.submitAll(list, at)).toReversed() }),
      ["PAYMENTS-6"],
    ],
    "starts a page with the transaction before it": [
      (own) => ({
        listTransactions: async (world, account, page) => {
          const rows = await own.listTransactions(world, account, page);
          if (page.place.at !== "after") return rows;
          const { transactionId } = page.place.key;
          const key = await own.readTransaction(world, account, transactionId);
          return key === undefined ? rows : [key, ...rows.slice(0, -1)];
        },
      }),
      ["TRANSACTIONS-3"],
    ],
    "keeps the fee": [
      (own) => ({
        submitAll: (list, at) =>
          own.submitAll(
            list.map((one) => ({ ...one, agreedFeeMinor: 0n })),
            at,
          ),
      }),
      ["PAYMENTS-2"],
    ],
    "forgets outcomes that nobody acknowledged": [
      (own) => ({
        listOutcomes: async (world, limit) => {
          const listed = await own.listOutcomes(world, limit);
          await own.acknowledgeOutcomes(world, listed);
          return listed;
        },
      }),
      ["OUTCOMES-2"],
      ["OUTCOMES-3", "OUTCOMES-4", "OUTCOMES-5"],
    ],
    "returns accounts without their credit line": [
      (own) => ({
        findAccount: async (world, reference) => {
          const found = await own.findAccount(world, reference);
          return found && { ...found, creditLineMinor: undefined as never };
        },
      }),
      ["ACCOUNTS-1"],
      ["ACCOUNTS-2", "PAYMENTS-1", "TRANSACTIONS-3", "OUTCOMES-1"],
    ],
    "refuses every payment": [
      (own) => ({
        submitAll: async (list) => list.map(() => ({ kind: "refused", reason: "closed" })),
        listOutcomes: own.listOutcomes,
      }),
      ["PAYMENTS-1", "OUTCOMES-1"],
      ["PAYMENTS-7", "PAYMENTS-10", "TRANSACTIONS-2", "HTTP-10", "OUTCOMES-2", "OUTCOMES-7"],
    ],
    "counts nothing": [() => ({ countTransactions: async () => 0 }), ["TRANSACTIONS-3"]],
    ...foreignDataFaults,
    "finds accounts that do not exist": [
      (own) => ({
        findAccount: async (world, reference) =>
          (await own.findAccount(world, reference)) ??
          (await own.findAccount(world, { bban: checkedAccounts.debtorBban })),
      }),
      ["ACCOUNTS-3"],
    ],
    "lets an instruction of a refused list pass": [
      (own) => ({
        submitAll: async (list, at) => {
          const outcomes = [];
          for (const one of list) outcomes.push(...(await own.submitAll([one], at)));
          return outcomes;
        },
      }),
      ["HTTP-9"],
    ],
  };
  for (const [name, [change, rules, blocked = []]] of Object.entries(faults)) {
    test(`names ${rules.join(", ")} if the core bank ${name}`, async () => {
      const reports = await check(change, [...rules, ...blocked]);
      assert.deepEqual(
        reports.map((report) => report.split(":")[0]).toSorted(),
        [...rules.map((id) => `${id} failed`), ...blocked.map((id) => `${id} blocked`)].toSorted(),
        reports.join("\n"),
      );
    });
  }

  test("says which failed rule blocks others, and compares counts with lists", async () => {
    const reports = await check(
      () => ({ countTransactions: async () => 0 }),
      ["TRANSACTIONS-3", "TRANSACTIONS-7"],
    );
    const [failed, blocked] = reports;
    assert.match(
      failed ?? "",
      /: countTransactions returned 0, but the pages have \d+ transactions$/,
    );
    assert.equal(blocked, "TRANSACTIONS-7 blocked: not checked because TRANSACTIONS-3 failed");
  });

  test("says which rule does not exist, and that nobody responds", async () => {
    await assert.rejects(
      check(() => ({}), ["PAYMENTS-99"]),
      /There is no rule PAYMENTS-99/,
    );
  });
});
