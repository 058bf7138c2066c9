import {
  type AccountToOpen,
  type Counterparty,
  createLedger,
  defaultFeeTable,
  defaultRateTable,
  type Ledger,
  ledgerMigrations,
} from "@varde/ledger";
import { openStorage } from "@varde/storage";
import { aMigratedDatabase } from "@varde/testkit/storage";
import type { Bank } from "../src/bank.ts";
import { bankMigrations } from "../src/migrations/index.ts";
import type { CoreBank, Instruction, Outcome } from "../src/ports/core-bank.ts";

export interface LedgerBank {
  readonly bank: Bank;
  readonly ledger: Ledger;
  /** Noon in Oslo on a Monday. */
  readonly at: bigint;
  counterparties(worldId: string): readonly Counterparty[];
  close(): Promise<void>;
}

const at = BigInt(Date.parse("2026-03-02T12:00:00+01:00"));

/** The parts of a bank that moving payments needs, in front of a real ledger. */
export const aLedgerBank = async (now?: () => number): Promise<LedgerBank> => {
  const migrations = [...bankMigrations, ...ledgerMigrations];
  const { location } = await aMigratedDatabase("sqlite", migrations);
  const storage = await openStorage({ location, migrations, now });
  let last = 0;
  const ids = {
    newId: () => {
      last += 1;
      return `id-${String(last).padStart(9, "0")}`;
    },
    newSecret: () => "secret",
  };
  const ledger = createLedger({ storage, ids, fees: defaultFeeTable, rates: defaultRateTable });
  const parts: Partial<Bank> = {
    storage,
    ids,
    coreBank: coreBankOf(ledger) as CoreBank,
    psuDirectory: {
      findPerson: async () => undefined,
      readPerson: async () => undefined,
      listAgreements: async () => [],
      mayUseAccount: async () => true,
    },
  };
  return {
    bank: parts as Bank,
    ledger,
    at,
    counterparties: (worldId) => [
      { worldId, accountNumber: "15032080119", behaviour: "reject", reason: "AC04" },
      { worldId, accountNumber: "36241234562", behaviour: "delay", delayMs: 86_400_000n },
      { worldId, accountNumber: "97104133219", behaviour: "return", delayMs: 86_400_000n },
    ],
    close: () => storage.close(),
  };
};

export const accountsOfWorld = (worldId: string): readonly AccountToOpen[] =>
  [
    { id: "payer", bban: "95360573002", openingMinor: 60_000n },
    { id: "payee", bban: "86011117947", openingMinor: 0n },
  ].map((account) => ({
    ...account,
    worldId,
    ownerId: account.id,
    kind: "current",
    currency: "NOK",
    name: account.id,
  }));

const coreBankOf = (ledger: Ledger): Partial<CoreBank> => ({
  submitAll: async (instructions, when) => {
    const orders = instructions.map(orderOf);
    return (await ledger.submitInstructions(orders, BigInt(when))).map(outcomeOf);
  },
  runClearing: async (worldId, when) => {
    await ledger.runClearing(worldId, BigInt(when));
  },
  listOutcomes: async (worldId, limit) =>
    (await ledger.listOutcomes({ worldId, limit })).map((one) => ({
      instructionId: one.instructionId,
      outcome: outcomeOf(one),
      receipt: one.status,
    })),
  acknowledgeOutcomes: (worldId, outcomes) =>
    ledger.acknowledgeOutcomes(
      outcomes.map(({ instructionId, receipt }) => ({
        worldId,
        instructionId,
        status: receipt as "booked",
      })),
    ),
});

const orderOf = (instruction: Instruction) => ({
  worldId: instruction.worldId,
  id: instruction.instructionId,
  attempt: instruction.attempt,
  kind: instruction.route,
  debtor: { accountId: instruction.debtorAccountId },
  creditor: instruction.creditor,
  amountMinor: instruction.amountMinor,
  currency: instruction.currency,
  executionDate: instruction.executionDate,
  agreedFeeMinor: instruction.agreedFeeMinor,
});

const outcomeOf = ({ status }: { readonly status: string }): Outcome => {
  switch (status) {
    case "booked":
      return { kind: "settled" };
    case "sent":
      return { kind: "sent" };
    case "no-funds":
      return { kind: "no-funds" };
    case "returned":
      return { kind: "returned", reason: "sent back" };
    default:
      return { kind: "refused", reason: status };
  }
};
