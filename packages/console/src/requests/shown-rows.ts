import { computed } from "@preact/signals";
import type { ExchangeSummary } from "@varde/protocol";
import { rows } from "../live/exchanges.ts";
import { hasValue, parseFilter } from "../live/filter-text.ts";
import { filterText } from "../live/route.ts";
import { nameCaller } from "../shown/tell-worlds-apart.ts";

const facts = ["status", "operation", "code", "tpp"] as const;

export const filter = computed(() => parseFilter(filterText.value, facts));

/** The requests that match the filter of the address. */
export const shownRows = computed<readonly ExchangeSummary[]>(() => {
  if (filterText.value.trim() === "") return rows.value;
  const { words } = filter.value;
  const { status, operation, code, tpp } = filter.value.facts;
  return rows.value.filter(
    (row) =>
      (status === undefined || matchesStatus(row.status, status)) &&
      (operation === undefined || operationName(row) === operation) &&
      (code === undefined || row.code === code.toUpperCase()) &&
      (tpp === undefined || hasValue(nameCaller(row), tpp)) &&
      words.every((word) => searchText(row).includes(word)),
  );
});

/** Finds the newest requests that contain every word. */
export const findRows = (words: readonly string[], max: number): readonly ExchangeSummary[] =>
  rows.value.filter((row) => words.every((word) => searchText(row).includes(word))).slice(0, max);

/** Returns the operation of a request. All unknown paths, which a TPP can invent, count as one. */
export const operationName = ({ operation }: ExchangeSummary): string =>
  operation.includes(" ") ? "unknown path" : operation;

const choicesMax = 200;

/** Lists the values that occur in the list, and the chosen one. The search finds the others. */
export const listChoices = (
  readValue: (row: ExchangeSummary) => string | undefined,
  chosen: string,
): readonly string[] => {
  const all = [...rows.value.map(readValue), chosen].filter((one) => one !== undefined);
  return [...new Set(all)]
    .filter((one) => one !== "")
    .toSorted()
    .slice(0, choicesMax);
};

/** Compares with a status, its first digit as in 4xx, or `refused` for all from 400 on. */
const matchesStatus = (status: number, wanted: string): boolean =>
  wanted === "refused"
    ? status >= 400
    : String(status).startsWith(wanted.toLowerCase().replaceAll("x", ""));

const searchText = (row: ExchangeSummary): string => {
  const { operation, target, code = "", status, requestId = "", resources } = row;
  const words = [operation, target, nameCaller(row), code, status, requestId, ...resources];
  return words.join(" ").toLowerCase();
};
