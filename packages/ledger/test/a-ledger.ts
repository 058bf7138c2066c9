import { openStorage, type Storage, type StorageLocation } from "@varde/storage";
import {
  createLedger,
  defaultFeeTable,
  defaultRateTable,
  type FeeTable,
  type Ledger,
  ledgerMigrations,
} from "../src/index.ts";

/** Noon in Oslo on a Monday, and the date of that day. */
export const at = BigInt(Date.parse("2026-03-02T12:00:00+01:00"));
export const today = "2026-03-02";
export const dayMs = 86_400_000n;

/** Charges a fee on every kind of payment, so that tests cover all of them. */
export const feesOnAll: FeeTable = {
  ...defaultFeeTable,
  ownBankMinor: 100n,
  instantMinor: 300n,
  clearingMinor: 200n,
};

export interface TestLedger {
  readonly ledger: Ledger;
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

/** Opens an empty ledger on its own database, with increasing ids. */
export async function aLedger(
  location: StorageLocation,
  fees: FeeTable = defaultFeeTable,
): Promise<TestLedger> {
  const storage = await openStorage({ location, migrations: ledgerMigrations });
  const ids = { newId: () => `id-${nextNumber()}` };
  const ledger = createLedger({ storage, ids, fees, rates: defaultRateTable });
  return { ledger, storage, close: () => storage.close() };
}

let last = 0;

/** Returns a number that increases, also when sorted as text. */
export function nextNumber(): string {
  last += 1;
  return String(last).padStart(9, "0");
}
