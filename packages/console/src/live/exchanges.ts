import { computed, signal } from "@preact/signals";
import type { ExchangeSummary } from "@varde/protocol";

const rowsMax = 10_000;
const flushMs = 100;

/** The latest requests, newest first. An opened one is read from the sandbox with its details. */
export const rows = signal<readonly ExchangeSummary[]>([]);
export const isPaused = signal(false);
/** Number of requests that arrived while the list was paused. */
export const waiting = signal(0);
export const missed = signal(0);

/** The values that a request must have to be shown; an empty one excludes nothing. */
const noFilter = { tpp: "", operation: "", status: "", text: "" };
export const filter = signal(noFilter);

export const changeFilter = (change: Partial<typeof noFilter>): void => {
  filter.value = { ...filter.value, ...change };
};

export const clearFilter = (): void => {
  filter.value = noFilter;
};

/** The time of the last request in each world. */
export const lastRequestAt = new Map<string, string>();

let arrived: ExchangeSummary[] = [];
let isFlushing = false;

export const addExchange = (exchange: ExchangeSummary): void => {
  arrived.push(exchange);
  if (exchange.worldId !== undefined) lastRequestAt.set(exchange.worldId, exchange.at);
  if (arrived.length > 2 * rowsMax) arrived = arrived.slice(-rowsMax);
  if (isFlushing) return;
  isFlushing = true;
  setTimeout(flush, flushMs);
};

export const noteMissed = (requests: number): void => {
  missed.value += requests;
};

export const clearExchanges = (): void => {
  arrived = [];
  [rows.value, waiting.value, missed.value] = [[], 0, 0];
};

export const pause = (isOn: boolean): void => {
  isPaused.value = isOn;
  flush();
};

/** Shows what has arrived, newest first, and forgets what is beyond the limit. */
const flush = (): void => {
  isFlushing = false;
  waiting.value = isPaused.value ? Math.min(arrived.length, rowsMax) : 0;
  if (isPaused.value || arrived.length === 0) return;
  rows.value = [...arrived.toReversed(), ...rows.value].slice(0, rowsMax);
  arrived = [];
};

export const shownRows = computed<readonly ExchangeSummary[]>(() => {
  const { tpp, operation, status, text } = filter.value;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!tpp && !operation && !status && words.length === 0) return rows.value;
  return rows.value.filter(
    (row) =>
      (!tpp || row.tpp === tpp) &&
      (!operation || operationName(row) === operation) &&
      (!status || matchesStatus(row.status, status)) &&
      words.every((word) => searchText(row).includes(word)),
  );
});

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

/** Returns the shown request that is some rows below the opened one; at the ends, the last one. */
export const findNeighbour = (
  openId: string | undefined,
  step: number,
): ExchangeSummary | undefined => {
  const list = shownRows.value;
  const at = list.findIndex(({ exchangeId }) => exchangeId === openId);
  return list[Math.min(list.length - 1, Math.max(0, at + step))];
};

const matchesStatus = (status: number, wanted: string): boolean =>
  wanted === "refused" ? status >= 400 : String(status).startsWith(wanted);

const searchText = (row: ExchangeSummary): string => {
  const { operation, target, tpp = "", code = "", status, resources } = row;
  return `${operation} ${target} ${tpp} ${code} ${status} ${resources.join(" ")}`.toLowerCase();
};
