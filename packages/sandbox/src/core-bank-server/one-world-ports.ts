import type { CoreBank, PsuDirectory, WorldId } from "@varde/bank";
import { InstructionConflict } from "@varde/core-bank-http";
import { InstructionReused } from "@varde/ledger";

/** Makes ports use one world, whichever the caller names, like the systems of a real bank. */
export const oneWorldPorts = (
  coreBank: CoreBank,
  psuDirectory: PsuDirectory,
  worldId: WorldId,
): { readonly coreBank: CoreBank; readonly psuDirectory: PsuDirectory } => ({
  coreBank: {
    ...coreBank,
    findAccount: (_, reference) => coreBank.findAccount(worldId, reference),
    listAccounts: (_, accountIds) => coreBank.listAccounts(worldId, accountIds),
    readBalances: (_, accountId) => coreBank.readBalances(worldId, accountId),
    listTransactions: (_, accountId, page) => coreBank.listTransactions(worldId, accountId, page),
    countTransactions: (_, accountId, days) => coreBank.countTransactions(worldId, accountId, days),
    listPending: (_, accountId) => coreBank.listPending(worldId, accountId),
    readTransaction: (_, accountId, transactionId) =>
      coreBank.readTransaction(worldId, accountId, transactionId),
    hasFunds: (_, ...order) => coreBank.hasFunds(worldId, ...order),
    submitAll: async (instructions, at) => {
      try {
        return await coreBank.submitAll(
          instructions.map((one) => ({ ...one, worldId })),
          at,
        );
      } catch (error) {
        if (!(error instanceof InstructionReused)) throw error;
        throw new InstructionConflict(error.message, { cause: error });
      }
    },
    listOutcomes: (_, limit) => coreBank.listOutcomes(worldId, limit),
    acknowledgeOutcomes: (_, outcomes) => coreBank.acknowledgeOutcomes(worldId, outcomes),
  },
  psuDirectory: {
    findPerson: (_, customerNumber) => psuDirectory.findPerson(worldId, customerNumber),
    readPerson: (_, personId) => psuDirectory.readPerson(worldId, personId),
    listAgreements: (_, personId) => psuDirectory.listAgreements(worldId, personId),
    mayUseAccount: (_, ...use) => psuDirectory.mayUseAccount(worldId, ...use),
  },
});
