import type { ControlResponse } from "@varde/protocol";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { control } from "../live/control.ts";
import { changeFact, hasValue, parseFilter } from "../live/filter-text.ts";
import { addressOf, filterText, setFilterText } from "../live/route.ts";
import { changes, worlds } from "../live/world.ts";
import { describeStatus } from "../shown/describe-status.ts";
import { Failure } from "../shown/failure.tsx";
import { FilterRow } from "../shown/filter-row.tsx";
import { formatMinute } from "../shown/format-clock.ts";
import { StatusBadge } from "../shown/status.tsx";
import { nameTpp } from "../shown/tell-worlds-apart.ts";
import { useReading } from "../shown/use-reading.ts";
import { useRowKeys } from "../shown/use-row-keys.ts";
import { VirtualList } from "../shown/virtual-list.tsx";
import { describePayee, describeSum } from "./describe-payment.ts";

const statuses = ["RCVD", "ACTC", "ACWC", "PDNG", "ACCP", "ACSP", "ACWP", "ACSC", "RJCT", "CANC"];

type PaymentSummary = ControlResponse<"listAllPayments">["payments"][number];

const pageSize = 500;
const facts = ["status", "tpp"] as const;
const textLengthMax = 200;

/** Returns the only world whose TPP has such a name, so that its payments alone are read. */
const findWorld = (tpp: string | undefined): string | undefined => {
  const found = worlds.value.filter(({ name, worldId }) =>
    tpp === undefined ? false : hasValue(nameTpp(name, worldId), tpp),
  );
  return found.length === 1 ? found[0]?.worldId : undefined;
};

/** Reads the payments of all worlds that match the filter of the address. */
const usePayments = (filter: string, before: string) => {
  const { facts: wanted, words } = parseFilter(filter, facts);
  const world = findWorld(wanted.tpp);
  const { value, error } = useReading(
    () =>
      control.get("/payments/all", {
        query: {
          limit: String(pageSize),
          ...(wanted.status !== undefined && { status: wanted.status.toUpperCase() }),
          ...(before !== "" && { before }),
          ...(world !== undefined && { world }),
          ...(words.length > 0 && { text: words.join(" ").slice(0, textLengthMax) }),
        },
      }),
    [filter, world, before, changes.value],
  );
  const { tpp } = wanted;
  const payments = (value?.payments ?? []).filter(
    (one) => tpp === undefined || hasValue(nameTpp(one.tpp, one.worldId), tpp),
  );
  return { payments, next: value?.next, isRead: value !== undefined, error };
};

interface PaymentListProps {
  readonly openId: string | undefined;
  readonly tabs: ComponentChildren;
}

/** The payments of all worlds, with a search. */
export const PaymentList = ({ openId, tabs }: PaymentListProps) => {
  const filter = useSettled(filterText.value);
  const [{ before, of }, setBefore] = useState({ before: "", of: filter });
  const { payments, next, isRead, error } = usePayments(filter, of === filter ? before : "");
  useRowKeys(
    payments.map(({ paymentId }) => paymentId),
    openId,
    (id) => addressOf("payments", id, filterText.value),
  );
  return (
    <>
      <div class="tools">
        <h1 id="payments-title" class="hidden">
          Payments
        </h1>
        {tabs}
        <PaymentFilters />
        <div class="pager filters">
          {before !== "" && of === filter && (
            <button type="button" onClick={() => setBefore({ before: "", of: filter })}>
              Newest
            </button>
          )}
          {next !== undefined && (
            <button type="button" onClick={() => setBefore({ before: next, of: filter })}>
              Older
            </button>
          )}
        </div>
      </div>
      <Failure error={error} />
      <div class="columns payment" aria-hidden="true">
        <span>Created</span>
        <span>Status</span>
        <span class="end">Amount</span>
        <span>Payee</span>
        <span>TPP</span>
      </div>
      {payments.length === 0 ? (
        <NoPayments isRead={isRead} hasOlder={next !== undefined} />
      ) : (
        <VirtualList
          rows={payments}
          keyOf={({ paymentId }) => paymentId}
          label="Payments, newest first"
          openKey={openId}
        >
          {(payment) => <PaymentRow payment={payment} isOpen={payment.paymentId === openId} />}
        </VirtualList>
      )}
    </>
  );
};

const settledMs = 200;

/** Returns a text once it has not changed for a moment, so that not every letter is searched. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const PaymentFilters = () => {
  const { status = "", tpp = "" } = parseFilter(filterText.value, facts).facts;
  const choose = (fact: string, value: string) =>
    setFilterText("payments", changeFact(filterText.value, fact, value));
  const names = worlds.value.map(({ name, worldId }) => nameTpp(name, worldId));
  const tpps = [...new Set([...names, tpp])].filter((name) => name !== "").toSorted();
  return (
    <FilterRow
      label="Search payments"
      placeholder="Payee, amount, id, status:RCVD"
      value={filterText.value}
      onInput={(text) => setFilterText("payments", text)}
    >
      <select
        aria-label="Status"
        value={status.toUpperCase()}
        onChange={({ currentTarget }) => choose("status", currentTarget.value)}
      >
        <option value="">Any status</option>
        {statuses.map((one) => (
          <option key={one} value={one}>
            {one} {describeStatus(one).word}
          </option>
        ))}
      </select>
      {tpps.length > 1 && (
        <select
          aria-label="TPP"
          value={tpp}
          onChange={({ currentTarget }) => choose("tpp", currentTarget.value)}
        >
          <option value="">All TPPs</option>
          {tpps.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FilterRow>
  );
};

const NoPayments = ({ isRead, hasOlder }: { isRead: boolean; hasOlder: boolean }) => (
  <div class="empty" hidden={!isRead}>
    {filterText.value === "" ? (
      <>
        <p>No payments yet.</p>
        <p>
          <a href="#/start">Make a first payment</a> to see it here.
        </p>
      </>
    ) : (
      <>
        <p>No {hasOlder ? "newer payment" : "payment"} matches the filters.</p>
        <button type="button" onClick={() => setFilterText("payments", "")}>
          Clear the filters
        </button>
      </>
    )}
  </div>
);

const PaymentRow = ({ payment, isOpen }: { payment: PaymentSummary; isOpen: boolean }) => (
  <a
    class="columns payment row"
    href={addressOf("payments", payment.paymentId, filterText.value)}
    aria-current={isOpen ? "true" : undefined}
  >
    <time dateTime={payment.createdAt}>{formatMinute(payment.createdAt)}</time>
    <StatusBadge status={payment.status} />
    <span class="end amount">{describeSum(payment)}</span>
    <span class="cut">{describePayee(payment)}</span>
    <span class="cut quiet">{nameTpp(payment.tpp, payment.worldId)}</span>
  </a>
);
