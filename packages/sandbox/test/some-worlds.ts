import { randomUUIDv7 } from "node:crypto";
import { createLedger, defaultFeeTable, defaultRateTable, type Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";
import { dataSet } from "../src/data-set/index.ts";
import { createSandboxWorlds, type SandboxWorlds, type WorldParts } from "../src/worlds/index.ts";
import { sandboxLimits } from "../src/worlds/sandbox-limits.ts";

/** A Sunday in November; the history ends with October. */
const day = "2026-11-15";

const ids = { newId: () => randomUUIDv7() };

export function aLedger(storage: Storage): Ledger {
  return createLedger({ storage, ids, fees: defaultFeeTable, rates: defaultRateTable });
}

/** Creates the worlds of one process; a second call on the same storage is a second process. */
export function someWorlds(storage: Storage, changes: Partial<WorldParts> = {}): SandboxWorlds {
  const databaseNow = () => Date.parse(`${day}T12:00:00Z`);
  const ledger = aLedger(storage);
  return createSandboxWorlds({
    storage,
    ledger,
    ids,
    dataSet,
    isolation: "tpp",
    limits: sandboxLimits,
    databaseNow,
    ...changes,
  });
}

let last = 0;

/** Returns a world id that no other test uses. */
export function newWorldId(): string {
  last += 1;
  return `world-${last}`;
}
