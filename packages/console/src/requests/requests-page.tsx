import type { ExchangeSummary } from "@varde/protocol";
import { useEffect } from "preact/hooks";
import {
  changeFilter,
  clearFilter,
  filter,
  findNeighbour,
  isPaused,
  listChoices,
  missed,
  operationName,
  pause,
  rows,
  shownRows,
  waiting,
} from "../live/exchanges.ts";
import { addressOf, goTo, route } from "../live/route.ts";
import { nameCaller } from "../live/tell-worlds-apart.ts";
import { formatSecond } from "../shown/format-clock.ts";
import { HttpStatus } from "../shown/status.tsx";
import { VirtualList } from "../shown/virtual-list.tsx";
import { ExchangeDetail } from "./exchange-detail.tsx";

/** The live list of requests, with the opened one beside it. */
export const RequestsPage = () => {
  const { id, query } = route.value;
  const [payment, operation] = [query.get("payment"), query.get("operation")];
  useEffect(() => {
    if (payment !== null) changeFilter({ text: payment });
    if (operation !== null) changeFilter({ operation });
  }, [payment, operation]);
  return (
    <div class={id === undefined ? "split" : "split opened"}>
      <section class="list" aria-labelledby="requests-title" onKeyDown={walk}>
        <div class="tools">
          <h1 id="requests-title">Requests</h1>
          <Filters />
        </div>
        <div class="columns request" aria-hidden="true">
          <span>Time</span>
          <span>Status</span>
          <span>Operation</span>
          <span>Code</span>
          <span>TPP</span>
          <span class="end">ms</span>
        </div>
        {shownRows.value.length === 0 ? (
          <NoRequests />
        ) : (
          <VirtualList
            rows={shownRows.value}
            keyOf={({ exchangeId }) => exchangeId}
            label="Requests, newest first"
          >
            {(row) => <RequestRow row={row} isOpen={row.exchangeId === id} />}
          </VirtualList>
        )}
      </section>
      {id !== undefined && <ExchangeDetail key={id} exchangeId={id} />}
    </div>
  );
};

const RequestRow = ({ row, isOpen }: { row: ExchangeSummary; isOpen: boolean }) => (
  <a
    class="columns request row"
    href={addressOf("requests", row.exchangeId)}
    aria-current={isOpen ? "true" : undefined}
  >
    <time dateTime={row.at}>{formatSecond(row.at)}</time>
    <HttpStatus status={row.status} />
    <span class="name">
      {row.operation.endsWith(row.target) ? (
        <span class="cut">{row.operation}</span>
      ) : (
        <>
          <span>{row.operation}</span>
          <code class="path cut">{row.target}</code>
        </>
      )}
      {row.warnings > 0 && <span class="badge warn">warning</span>}
    </span>
    <code class="cut">{row.code}</code>
    <span class="cut quiet">{nameCaller(row)}</span>
    <span class="end quiet">{row.ms}</span>
  </a>
);

const Filters = () => {
  const { tpp, operation, status, text } = filter.value;
  return (
    <div class="filters">
      <input
        type="search"
        aria-label="Search requests"
        placeholder="Path, code, payment id"
        value={text}
        onInput={({ currentTarget }) => changeFilter({ text: currentTarget.value })}
      />
      <select
        aria-label="Status"
        value={status}
        onChange={({ currentTarget }) => changeFilter({ status: currentTarget.value })}
      >
        <option value="">Any status</option>
        <option value="2">2xx</option>
        <option value="refused">Refused</option>
        <option value="4">4xx</option>
        <option value="5">5xx</option>
      </select>
      <Choice
        label="Operation"
        any="Any operation"
        value={operation}
        of={operationName}
        onChoose={(value) => changeFilter({ operation: value })}
      />
      <Choice
        label="TPP"
        any="Any TPP"
        value={tpp}
        of={(row) => row.tpp}
        onChoose={(value) => changeFilter({ tpp: value })}
      />
      <button type="button" aria-pressed={isPaused.value} onClick={() => pause(!isPaused.value)}>
        {isPaused.value ? `Resume (${waiting.value} new)` : "Pause"}
      </button>
      {missed.value > 0 && <span class="quiet">{missed.value} arrived too fast to be shown</span>}
    </div>
  );
};

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly of: (row: ExchangeSummary) => string | undefined;
  readonly onChoose: (value: string) => void;
}

/** A choice of one of the values that occur in the list. */
const Choice = ({ label, any, value, of, onChoose }: ChoiceProps) => {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{any}</option>
      {listChoices(of, value).map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
};

const NoRequests = () =>
  rows.value.length === 0 ? (
    <div class="empty">
      <p>No requests yet.</p>
      <p>
        They appear here as TPPs call the bank. <a href="#/start">Make a first payment</a>, or use
        the forms of the <a href="/docs">reference</a>.
      </p>
    </div>
  ) : (
    <div class="empty">
      <p>No request matches the filters.</p>
      <button type="button" onClick={clearFilter}>
        Clear the filters
      </button>
    </div>
  );

/** Moves between rows with the arrow keys, and closes the opened one with Escape. */
const walk = (event: KeyboardEvent): void => {
  if (event.target instanceof Element && event.target.matches("input, select")) return;
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = findNeighbour(route.value.id, step);
  if (next !== undefined) goTo(addressOf("requests", next.exchangeId));
};
