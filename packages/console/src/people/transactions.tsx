import type { ControlResponse } from "@varde/protocol";
import { useState } from "preact/hooks";
import { control } from "../live/control.ts";
import { addressOf, route } from "../live/route.ts";
import { changes, worldId } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { formatCount, groupDigits } from "../shown/format-number.ts";
import { useReading } from "../shown/use-reading.ts";

type Transaction = ControlResponse<"listAccountTransactions">["transactions"][number];

/** A page of an account's transactions, with a search. A page replaces the one before. */
export const Transactions = ({ accountId, count }: { accountId: string; count: number }) => {
  const [query, setQuery] = useState({
    text: route.value.query.get("text") ?? "",
    to: "",
    after: "",
  });
  const world = worldId.value;
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/accounts/{account}/transactions", {
            world,
            parameters: { account: accountId },
            query: { limit: "50", ...given },
          }),
    [world, accountId, query, changes.value],
  );
  return (
    <section aria-label="Transactions">
      <h3>{formatCount(count, "transaction")}</h3>
      <div class="filters">
        <input
          type="search"
          aria-label="Search transactions"
          placeholder="Name, message, amount"
          value={query.text}
          onInput={({ currentTarget }) =>
            setQuery({ ...query, text: currentTarget.value, after: "" })
          }
        />
        <label>
          Until{" "}
          <input
            type="date"
            value={query.to}
            onChange={({ currentTarget }) =>
              setQuery({ ...query, to: currentTarget.value, after: "" })
            }
          />
        </label>
        {query.after !== "" && (
          <button type="button" onClick={() => setQuery({ ...query, after: "" })}>
            Newest
          </button>
        )}
        {value?.next !== undefined && (
          <button type="button" onClick={() => setQuery({ ...query, after: value.next ?? "" })}>
            {value.searchedTo === undefined ? "Older" : "Search further back"}
          </button>
        )}
      </div>
      <Failure error={error} />
      {value?.transactions.length === 0 && (
        <p class="quiet">
          {value.searchedTo === undefined
            ? "No transaction matches."
            : `No match back to ${value.searchedTo}.`}
        </p>
      )}
      <ul class="bookings" aria-label="Transactions, newest first">
        {value?.transactions.map((transaction) => (
          <Booking key={transaction.transactionId} transaction={transaction} />
        ))}
      </ul>
    </section>
  );
};

const Booking = ({ transaction }: { transaction: Transaction }) => {
  const { bookingDate, amount, currency, party, text, kind, paymentId } = transaction;
  const sum = groupDigits(amount);
  const shown =
    paymentId === undefined ? sum : <a href={addressOf("payments", paymentId)}>{sum}</a>;
  return (
    <li>
      <time dateTime={bookingDate}>{bookingDate}</time>
      <span class="cut">
        {party ?? (text === undefined ? kind : "")}{" "}
        {text !== undefined && <span class="quiet">{text}</span>}
      </span>
      <span class="amount">
        {shown} {currency}
      </span>
    </li>
  );
};
