import assert from "node:assert/strict";
import type { AccountToOpen, Ledger, LedgerInstruction, LedgerOutcome } from "../src/index.ts";
import { at, nextNumber, today } from "./a-ledger.ts";

export interface TestWorld {
  readonly id: string;
  /** Opens a current account with a thousand kroner for Kari, with these changes. */
  readonly open: (changes?: Partial<AccountToOpen>) => Promise<void>;
  /**
   * Submits a payment of a hundred kroner from Kari to another Norwegian bank, with these changes.
   */
  readonly submit: (changes?: Partial<LedgerInstruction>, when?: bigint) => Promise<LedgerOutcome>;
  /** Returns the booked and the reserved amount. */
  readonly balances: (accountId?: string) => Promise<readonly [bigint, bigint]>;
}

/** Creates a separate world in the ledger, without accounts. */
export function aWorld(ledger: Ledger): TestWorld {
  const id = `world-${nextNumber()}`;
  return {
    id,
    open: async (changes) => {
      const refusal = await ledger.openAccount(anAccount(id, changes), at);
      assert.equal(refusal?.refused, undefined);
    },
    submit: (changes, when = at) => submitOne(ledger, anInstruction(id, changes), when),
    balances: async (accountId = "kari") => {
      const found = await ledger.readBalances(id, accountId);
      if (found === undefined) throw new Error(`Account ${accountId} does not exist.`);
      return [found.bookedMinor, found.reservedMinor];
    },
  };
}

/** Submits an instruction on its own. */
export async function submitOne(
  ledger: Ledger,
  instruction: LedgerInstruction,
  when: bigint,
): Promise<LedgerOutcome> {
  const [outcome] = await ledger.submitInstructions([instruction], when);
  assert.ok(outcome);
  return outcome;
}

function anAccount(worldId: string, changes: Partial<AccountToOpen> = {}): AccountToOpen {
  return {
    worldId,
    id: "kari",
    ownerId: "owner-1",
    kind: "current",
    currency: "NOK",
    name: "Brukskonto",
    openingMinor: 100_000n,
    ...changes,
  };
}

export function anInstruction(
  worldId: string,
  changes: Partial<LedgerInstruction> = {},
): LedgerInstruction {
  return {
    worldId,
    id: "payment-1",
    kind: "clearing",
    debtor: { accountId: "kari" },
    creditor: { name: "Ola Nordmann", bban: "12345678903" },
    amountMinor: 10_000n,
    currency: "NOK",
    executionDate: today,
    ...changes,
  };
}
