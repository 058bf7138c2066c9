import type { Answer, Bank, Ids, Refusal, RequestContext } from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";

/** What the data operations work on. */
export interface DataParts {
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly ids: Pick<Ids, "newId">;
  /** Brings a world's people, accounts and history back to the initial data set. */
  readonly resetWorld: (worldId: string) => Promise<void>;
  /** Whether a customer number that may be a real person's is refused, or taken with a warning. */
  readonly syntheticNumbers: "required" | "preferred";
}

export type DataOperation = (
  context: RequestContext,
  parts: DataParts,
  bank: Bank,
) => Promise<Answer | Refusal>;

/** How many records of a list are held at once. */
export const pageRecords = 200;
