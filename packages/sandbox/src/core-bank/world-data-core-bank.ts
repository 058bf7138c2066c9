import type { CoreBank, Instruction } from "@varde/bank";
import { continueHistory, type HistoryParts } from "../history/continue-history.ts";
import { readFrom, type WorldData } from "../world-data.ts";
import type { SimulatedCoreBank } from "./scenario-core-bank.ts";

/** Reads the initial data set until the world has its own copy, and copies it before a write. */
export const worldDataCoreBank = (
  coreBank: SimulatedCoreBank,
  data: WorldData,
): SimulatedCoreBank => {
  const from = readFrom(data);
  const copyFor = async (order: Instruction | undefined) => {
    if (order !== undefined) await data.copyDataSet(order.worldId);
  };
  return {
    ...coreBank,
    findAccount: from(coreBank.findAccount),
    listAccounts: from(coreBank.listAccounts),
    readBalances: from(coreBank.readBalances),
    listTransactions: from(coreBank.listTransactions),
    countTransactions: from(coreBank.countTransactions),
    listPending: from(coreBank.listPending),
    readTransaction: from(coreBank.readTransaction),
    hasFunds: from(coreBank.hasFunds),
    submitAll: async (orders, at) => {
      await copyFor(orders[0]);
      return coreBank.submitAll(orders, at);
    },
    submitWithBehaviour: async (orders, at) => {
      await copyFor(orders[0]?.order);
      return coreBank.submitWithBehaviour(orders, at);
    },
  };
};

/** Continues the customers' generated history in each clearing run. */
export const historyCoreBank = (
  coreBank: CoreBank,
  parts: HistoryParts & Pick<WorldData, "copyDataSet">,
): CoreBank => ({
  ...coreBank,
  runClearing: async (worldId, at) => {
    await parts.copyDataSet(worldId);
    await continueHistory(worldId, at, parts);
    await coreBank.runClearing?.(worldId, at);
  },
});
