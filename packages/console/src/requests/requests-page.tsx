import type { ExchangeSummary } from "@varde/protocol";
import { isPaused, missed, pause, rows, waiting } from "../live/exchanges.ts";
import { changeFact } from "../live/filter-text.ts";
import { addressOf, filterText, route, setFilterText } from "../live/route.ts";
import { FilterRow } from "../shown/filter-row.tsx";
import { formatSecond } from "../shown/format-clock.ts";
import { HttpStatus } from "../shown/status.tsx";
import { nameCaller } from "../shown/tell-worlds-apart.ts";
import { useRowKeys } from "../shown/use-row-keys.ts";
import { VirtualList } from "../shown/virtual-list.tsx";
import { ExchangeDetail } from "./exchange-detail.tsx";
import { filter, listChoices, operationName, shownRows } from "./shown-rows.ts";

/** The live list of requests, with the opened one beside it. */
export const RequestsPage = () => {
  const { id } = route.value;
  useRowKeys(
    shownRows.value.map(({ exchangeId }) => exchangeId),
    id,
    (next) => addressOf("requests", next, filterText.value),
  );
  return (
    <div class={id === undefined ? "split" : "split opened"}>
      <section class="list" aria-labelledby="requests-title">
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
            openKey={id}
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
    href={addressOf("requests", row.exchangeId, filterText.value)}
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

const setFilter = (text: string): void => setFilterText("requests", text);

/** The search, and what it can be built from without typing. */
const Filters = () => {
  const { status = "", operation = "", tpp = "" } = filter.value.facts;
  const choose = (fact: string) => (value: string) =>
    setFilter(changeFact(filterText.value, fact, value));
  return (
    <FilterRow
      label="Search requests"
      placeholder="status:400 code:… tpp:… or words"
      value={filterText.value}
      onInput={setFilter}
    >
      <select
        aria-label="Status"
        value={status}
        onChange={({ currentTarget }) => choose("status")(currentTarget.value)}
      >
        <option value="">Any status</option>
        <option value="2xx">2xx</option>
        <option value="refused">Refused</option>
        <option value="4xx">4xx</option>
        <option value="5xx">5xx</option>
        {!["", "2xx", "refused", "4xx", "5xx"].includes(status) && (
          <option value={status}>{status}</option>
        )}
      </select>
      <Choice
        label="Operation"
        any="Any operation"
        value={operation}
        of={operationName}
        onChoose={choose("operation")}
      />
      <Choice label="TPP" any="All TPPs" value={tpp} of={nameCaller} onChoose={choose("tpp")} />
      <button type="button" aria-pressed={isPaused.value} onClick={() => pause(!isPaused.value)}>
        {isPaused.value ? `Resume (${waiting.value} new)` : "Pause"}
      </button>
      {missed.value > 0 && <span class="quiet">{missed.value} arrived too fast to be shown</span>}
    </FilterRow>
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
      <button type="button" onClick={() => setFilter("")}>
        Clear the filters
      </button>
    </div>
  );
