import { signal } from "@preact/signals";
import type { ExchangeSummary } from "@varde/protocol";

const rowsMax = 10_000;
const flushMs = 100;

/** The latest requests, newest first. An opened one is read from the sandbox with its details. */
export const rows = signal<readonly ExchangeSummary[]>([]);
export const isPaused = signal(false);
/** Number of requests that arrived while the list was paused. */
export const waiting = signal(0);
export const missed = signal(0);

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
