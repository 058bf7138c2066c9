import type { Ids } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";

/** What worlds are made of and opened with. */
export interface WorldParts {
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly ids: Pick<Ids, "newId">;
  /** "tpp": each TPP has a world of its own. "shared": all of them share one. */
  readonly isolation: "tpp" | "shared";
  readonly machineNow: () => number;
  /** Left out, the published one; another seed gives the same people another history. */
  readonly seed?: number;
  /**
   * YYYY-MM-DD: worlds are opened as if it were this day. Left out, the day in Oslo by the
   * machine's clock.
   */
  readonly day?: string;
  /** Worlds open at this instant, their clocks standing still. */
  readonly startAt?: number;
}
