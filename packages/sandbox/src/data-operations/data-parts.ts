import {
  type ApiResponse,
  type Ids,
  type Refusal,
  type RequestContext,
  refuse,
  type WorldId,
} from "@varde/bank";
import type { Ledger } from "@varde/ledger";
import type { Storage } from "@varde/storage";
import type { DataSet } from "../data-set/index.ts";

/** Dependencies of the data operations. */
export interface DataParts {
  /** The world that has the caller's data: the initial data set, if the caller only reads it. */
  readonly worldId: WorldId;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly ids: Pick<Ids, "newId">;
  readonly dataSet: DataSet;
  /** Resets a world's people, accounts and history to the initial data set. */
  readonly resetWorld: (worldId: WorldId) => Promise<void>;
  /** Whether a customer number that may be real is refused, or accepted with a warning. */
  readonly syntheticNumbers: "required" | "preferred";
}

/**
 * The parts of a request that data operations use, so that the control API can call them too, with
 * the parameters of the path by name.
 */
export interface DataRequest<Name extends string = never>
  extends Pick<RequestContext, "body" | "query" | "now" | "warnings"> {
  readonly tpp: Pick<RequestContext["tpp"], "worldId">;
  readonly received: { readonly parameters: Readonly<Record<Name, string>> };
}

export type DataOperation<Name extends string = never> = (
  context: DataRequest<Name>,
  parts: DataParts,
) => Promise<ApiResponse | Refusal>;

/** Number of records of a list in memory at a time. */
export const pageRecords = 200;

const unstoredListed = 10;

/** CUS-15: warns about accepted fields that are not stored, each as a pointer with the reason. */
export const warnUnstored = (
  { warnings }: Pick<DataRequest, "warnings">,
  fields: readonly string[],
): void => {
  if (fields.length === 0) return;
  const more = fields.length > unstoredListed ? ` and ${fields.length - unstoredListed} more` : "";
  warnings.push(`Not stored: ${fields.slice(0, unstoredListed).join(", ")}${more}.`);
};

/** Refuses a path whose record does not exist in this world. */
export const unknownRecord = (noun: string): Refusal =>
  refuse({ code: "RESOURCE_UNKNOWN", text: `There is no such ${noun} in this sandbox world.` });
