import type { Ids, WorldId } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { AccountDataProfile } from "@varde/protocol";
import type { Storage } from "@varde/storage";
import type { DataSet } from "../data-set/index.ts";
import type { SandboxLimits } from "./sandbox-limits.ts";
import type { ClockReading } from "./world-clock.ts";

/** Dependencies and settings of the sandbox's worlds. */
export interface WorldParts {
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly ids: Pick<Ids, "newId">;
  /** People, companies and accounts of new worlds. */
  readonly dataSet: DataSet;
  /** "tpp": each TPP has its own world. "shared": all TPPs share one. */
  readonly isolation: "tpp" | "shared";
  readonly limits: Pick<SandboxLimits, "worlds" | "worldsPerMinute">;
  readonly databaseNow: () => number;
  /** Seed of the history; by default the one the published data set was generated with. */
  readonly seed?: number;
  /** Account-data profiles of worlds that have not set their own. */
  readonly profiles?: readonly AccountDataProfile[];
  /** Whether transactions are generated, which most profiles need. */
  readonly history?: "ends" | "continues";
  /** Day on which worlds are opened, as YYYY-MM-DD; by default today in Oslo. */
  readonly day?: string;
  /** Instant at which worlds open, with fixed clocks. */
  readonly startAt?: number;
  /** Finds the clock that a new world starts with, at another bank of its TPP. */
  readonly findClock?: (worldId: WorldId) => Promise<ClockReading | undefined>;
}
