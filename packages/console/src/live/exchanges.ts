import { computed, signal } from "@preact/signals";
import type { LoggedExchange } from "@varde/protocol";

/** A request as the list shows it. The rest is read from the sandbox when it is opened. */
export interface Row {
  readonly exchangeId: string;
  readonly at: string;
  readonly ms: number;
  readonly tpp: string;
  readonly operation: string;
  readonly target: string;
  readonly status: number;
  readonly code: string;
  readonly warnings: number;
  readonly paymentIds: string;
}

const rowsMax = 10_000;
const flushMs = 100;

export const rows = signal<readonly Row[]>([]);
export const isPaused = signal(false);
/** Number of requests that arrived while the list was paused. */
export const waiting = signal(0);
export const missed = signal(0);
export const filter = signal({ tpp: "", operation: "", status: "", text: "" });

let arrived: Row[] = [];
let known = new Set<string>();
let isFlushing = false;

export const addExchange = (exchange: LoggedExchange): void => {
  if (known.has(exchange.exchangeId)) return;
  known.add(exchange.exchangeId);
  arrived.push(toRow(exchange));
  if (arrived.length > rowsMax) arrived.shift();
  if (isFlushing) return;
  isFlushing = true;
  setTimeout(flush, flushMs);
};

export const noteMissed = (requests: number): void => {
  missed.value += requests;
};

export const clearExchanges = (): void => {
  [arrived, known] = [[], new Set()];
  [rows.value, waiting.value, missed.value] = [[], 0, 0];
};

export const pause = (isOn: boolean): void => {
  isPaused.value = isOn;
  flush();
};

/** Shows what has arrived, newest first, and forgets what is beyond the limit. */
const flush = (): void => {
  isFlushing = false;
  waiting.value = isPaused.value ? arrived.length : 0;
  if (isPaused.value || arrived.length === 0) return;
  rows.value = [...arrived.toReversed(), ...rows.value].slice(0, rowsMax);
  arrived = [];
  if (known.size > 2 * rowsMax) known = new Set(rows.value.map((row) => row.exchangeId));
};

const toRow = ({ exchangeId, at, ms, ...exchange }: LoggedExchange): Row => {
  const { tpp = "", operation, request, response, why, warnings } = exchange;
  return {
    exchangeId,
    at,
    ms,
    tpp,
    operation,
    target: request.target,
    status: response.status,
    code: why?.faults[0]?.code ?? "",
    warnings: warnings?.length ?? 0,
    paymentIds: listPaymentIds(`${request.target} ${response.body ?? ""}`),
  };
};

/** Returns the ids in the path and in the response, so that a payment's requests are found. */
const listPaymentIds = (text: string): string =>
  [...new Set(text.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g))].join(" ");

export const shownRows = computed<readonly Row[]>(() => {
  const { tpp, operation, status, text } = filter.value;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!tpp && !operation && !status && words.length === 0) return rows.value;
  return rows.value.filter(
    (row) =>
      (!tpp || row.tpp === tpp) &&
      (!operation || row.operation === operation) &&
      (!status || matchesStatus(row.status, status)) &&
      words.every((word) => searchText(row).includes(word)),
  );
});

const matchesStatus = (status: number, wanted: string): boolean =>
  wanted === "refused" ? status >= 400 : String(status).startsWith(wanted);

const searchText = ({ operation, target, tpp, code, status, paymentIds }: Row): string =>
  `${operation} ${target} ${tpp} ${code} ${status} ${paymentIds}`.toLowerCase();
