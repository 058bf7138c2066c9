import type { Storage } from "@varde/storage";
import type { LedgerIds } from "./ledger-ids.ts";
import type { FeeTable } from "./money/fee-table.ts";
import type { RateTable } from "./money/rate-table.ts";

/** The dependencies of the ledger's operations. */
export interface LedgerParts {
  readonly storage: Storage;
  readonly ids: LedgerIds;
  readonly fees: FeeTable;
  readonly rates: RateTable;
}
