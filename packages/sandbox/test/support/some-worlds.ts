import { randomUUIDv7 } from "node:crypto";
import { createLedger, defaultFeeTable, defaultRateTable, type Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";
import {
  createSandboxWorlds,
  type SandboxWorlds,
  type WorldParts,
} from "../../src/worlds/index.ts";

/** A Sunday, so that the history ends with October. */
const day = "2026-11-15";

const ids = { newId: () => randomUUIDv7() };

export function aLedger(storage: Storage): Ledger {
  return createLedger({ storage, ids, fees: defaultFeeTable, rates: defaultRateTable });
}

/** The worlds of one process; another call on the same storage is another process. */
export function someWorlds(storage: Storage, changes: Partial<WorldParts> = {}): SandboxWorlds {
  const machineNow = () => Date.parse(`${day}T12:00:00Z`);
  const ledger = aLedger(storage);
  return createSandboxWorlds({ storage, ledger, ids, isolation: "tpp", machineNow, ...changes });
}

let last = 0;

/** An id of a world that no other test has. */
export function newWorldId(): string {
  last += 1;
  return `world-${last}`;
}
