import type { ControlResponse } from "@varde/protocol";
import { attempt, control } from "../live/control.ts";
import { addressOf, goTo } from "../live/route.ts";
import { changes, refreshSoon, worldId } from "../live/world.ts";
import { DangerButton } from "../shown/danger-button.tsx";
import { Failure } from "../shown/failure.tsx";
import { groupDigits } from "../shown/format-number.ts";
import { Plot } from "../shown/plot.tsx";
import { SmallForm } from "../shown/small-form.tsx";
import { useReading } from "../shown/use-reading.ts";
import { RenameForm } from "./rename-form.tsx";
import { Transactions } from "./transactions.tsx";

type Account = ControlResponse<"readAccount">;

/** An account: balances, their plot, its transactions, and what can be booked or loaded. */
export const AccountDetail = ({ accountId }: { accountId: string }) => {
  const world = worldId.value;
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/accounts/{account}", { world, parameters: { account: accountId } }),
    [world, accountId, changes.value],
  );
  return (
    <article class="detail" aria-label="Account">
      <a class="close" href={value === undefined ? "#/people" : addressOf("people", value.ownerId)}>
        Close
      </a>
      <Failure error={error} />
      {value !== undefined && world !== undefined && <Shown account={value} world={world} />}
    </article>
  );
};

const Shown = ({ account, world }: { account: Account; world: string }) => (
  <>
    <header>
      <p class="quiet">
        {account.name} <code>{account.number}</code> of{" "}
        <a href={addressOf("people", account.ownerId)}>{account.owner}</a>
      </p>
      <h2 class="sum">
        {groupDigits(account.booked)} {account.currency}
      </h2>
      <p class="quiet">
        {groupDigits(account.available)} available, {groupDigits(account.reserved)} reserved, line
        of credit {groupDigits(account.creditLine)}
      </p>
    </header>
    {account.balances.length > 1 && (
      <Plot
        isStepped
        title={`Balance in ${account.currency}`}
        times={account.balances.map(({ day }) => Date.parse(day))}
        lines={[{ name: "Balance", values: account.balances.map(({ booked }) => Number(booked)) }]}
        formatTime={(ms) => new Date(ms).toISOString().slice(0, 10)}
        formatValue={formatBalance}
      />
    )}
    <div class="forms">
      <BookTransaction account={account} world={world} />
      <GenerateTransactions account={account} world={world} />
      <LoadFile account={account} world={world} />
      <RenameForm
        name={account.name}
        onRename={(name) =>
          control.patch("/accounts/{account}", {
            world,
            parameters: { account: account.accountId },
            body: { name },
          })
        }
      />
    </div>
    <Transactions accountId={account.accountId} count={account.transactions} />
    <div class="actions">
      <DangerButton
        words="Close the account"
        onConfirm={async () => {
          const parameters = { account: account.accountId };
          const isClosed = await attempt(async () => {
            await control.delete("/accounts/{account}", { world, parameters });
            return true;
          }, `Closed ${account.name}.`);
          refreshSoon();
          if (isClosed) goTo(addressOf("people", account.ownerId));
        }}
      />
    </div>
  </>
);

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 3 };
const formatBalance = (value: number): string =>
  value.toLocaleString("en-GB", Number.isInteger(value) ? {} : decimals);

const BookTransaction = ({ account, world }: { account: Account; world: string }) => (
  <SmallForm
    title="Book a transaction"
    button="Book"
    fields={[
      { name: "amount", label: "Amount", placeholder: "100.00 in, -100.00 out" },
      { name: "party", label: "Other party", isOptional: true },
      { name: "text", label: "Message", isOptional: true },
    ]}
    onSend={async ({ amount = "", ...texts }) => {
      const parameters = { account: account.accountId };
      const body = { amount, ...texts };
      const booked = await attempt(
        () => control.post("/accounts/{account}/transactions", { world, parameters, body }),
        `Booked ${amount} ${account.currency}.`,
      );
      refreshSoon();
      return booked !== undefined;
    }}
  />
);

const GenerateTransactions = ({ account, world }: { account: Account; world: string }) => (
  <SmallForm
    title="Generate transactions"
    button="Generate"
    fields={[{ name: "count", label: "Number", pattern: "[0-9]+", value: "1000" }]}
    onSend={async ({ count = "" }) => {
      const parameters = { account: account.accountId };
      const body = { transactions: Number(count) };
      const begun = await attempt(
        () => control.post("/accounts/{account}/history", { world, parameters, body }),
        `Transactions to generate: ${count}. The balance stays the same.`,
      );
      if (begun !== undefined) void waitForLoad(world, account.accountId);
      return begun !== undefined;
    }}
  />
);

const pollMs = 1_000;

/** Reads the page again while transactions are generated. */
const waitForLoad = async (world: string, account: string): Promise<void> => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const load = await attempt(() =>
      control.get("/accounts/{account}/history", { world, parameters: { account } }),
    );
    refreshSoon();
    if (load?.state !== "running") return;
  }
};

const LoadFile = ({ account, world }: { account: Account; world: string }) => (
  <SmallForm
    title="Load transactions from JSON"
    button="Load"
    fields={[
      {
        name: "json",
        label: "List of transactions, as POST /v1/sandbox/accounts/…/transactions takes it",
        placeholder: '[{"bookingDate": "2026-06-01", "valueDate": …}]',
      },
    ]}
    onSend={async ({ json = "" }) => {
      const parameters = { account: account.accountId };
      const loaded = await attempt(
        () =>
          control.post("/accounts/{account}/transactions/load", {
            world,
            parameters,
            body: { transactions: JSON.parse(json) },
          }),
        "Loaded; the balance stays the same.",
      );
      refreshSoon();
      return loaded !== undefined;
    }}
  />
);
