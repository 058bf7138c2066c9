import type { RateTable } from "@varde/protocol/money";
import type { Storage } from "@varde/storage";
import type { FeeTable } from "./money/fee-table.ts";

/** A source of ids: unique, and increasing over time so that rows stay in order. */
export interface LedgerIds {
  newId(): string;
}

/** The dependencies of the ledger's operations. */
export interface LedgerParts {
  readonly storage: Storage;
  readonly ids: LedgerIds;
  readonly fees: FeeTable;
  readonly rates: RateTable;
}
