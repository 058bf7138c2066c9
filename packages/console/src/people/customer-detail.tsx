import type { ControlResponse } from "@varde/protocol";
import { attempt, control } from "../live/control.ts";
import { addressOf, goTo } from "../live/route.ts";
import { changes, refreshSoon, worldId } from "../live/world.ts";
import { DangerButton } from "../shown/danger-button.tsx";
import { Failure } from "../shown/failure.tsx";
import { groupDigits } from "../shown/format-number.ts";
import { SmallForm } from "../shown/small-form.tsx";
import { useReading } from "../shown/use-reading.ts";
import { RenameForm } from "./rename-form.tsx";

type Customer = ControlResponse<"readCustomer">;

/** A person or company: accounts, agreements, and what can be added. */
export const CustomerDetail = ({ customerId }: { customerId: string }) => {
  const world = worldId.value;
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/customers/{customerId}", { world, parameters: { customerId } }),
    [world, customerId, changes.value],
  );
  return (
    <article class="detail" aria-label="Customer">
      <a class="close" href="#/people">
        Close
      </a>
      <Failure error={error} />
      {value !== undefined && world !== undefined && <Shown customer={value} world={world} />}
    </article>
  );
};

const Shown = ({ customer, world }: { customer: Customer; world: string }) => (
  <>
    <header>
      <h2>{customer.name}</h2>
      <p class="quiet">
        {customer.type === "PRIVATE" ? "Person" : "Company"} · customer number{" "}
        <code>{customer.customerNumber}</code>
        {customer.numberOf !== undefined && ` of ${customer.numberOf}, who represents it`}
      </p>
    </header>
    <section>
      <h3>Accounts</h3>
      {customer.accounts.length === 0 && <p class="quiet">None.</p>}
      <ul class="parts">
        {customer.accounts.map((account) => (
          <li key={account.accountId}>
            <span>
              <a href={addressOf("accounts", account.accountId)}>{account.name}</a>{" "}
              <code>{account.number}</code>
            </span>
            <span class="amount">
              {groupDigits(account.booked)} {account.currency}
            </span>
          </li>
        ))}
      </ul>
      <AddAccount customer={customer} world={world} />
    </section>
    <section>
      <h3>Agreements</h3>
      {customer.agreements.length === 0 && <p class="quiet">None.</p>}
      {customer.agreements.map((agreement) => (
        <Agreement key={agreement.agreementId} agreement={agreement} world={world} />
      ))}
      {customer.type === "CORPORATE" && <AddAgreement customer={customer} world={world} />}
    </section>
    <RenameForm
      name={customer.name}
      onRename={(name) =>
        control.patch("/customers/{customerId}", {
          world,
          parameters: { customerId: customer.customerId },
          body: { name },
        })
      }
    />
    <div class="actions">
      <DangerButton
        words="Delete the customer"
        onConfirm={async () => {
          const { customerId } = customer;
          const isGone = await attempt(async () => {
            await control.delete("/customers/{customerId}", { world, parameters: { customerId } });
            return true;
          }, `Deleted ${customer.name}.`);
          refreshSoon();
          if (isGone) goTo("#/people");
        }}
      />
    </div>
  </>
);

const Agreement = ({
  agreement,
  world,
}: {
  agreement: Customer["agreements"][number];
  world: string;
}) => {
  const { agreementId, name, context, engagements } = agreement;
  return (
    <div class="agreement">
      <p>
        {name} <span class="badge">{context === "PRIVATE" ? "private" : "corporate"}</span>
      </p>
      <ul class="parts">
        {engagements.map(({ person, customerNumber, account, rights }) => (
          <li key={`${customerNumber} ${account}`}>
            <span>
              {person} <code>{customerNumber}</code>
            </span>
            <span class="quiet">
              <code>{account}</code> {rights.includes("REGISTER") ? "sees and pays" : "sees"}
            </span>
          </li>
        ))}
      </ul>
      {context === "CORPORATE" && (
        <>
          <SmallForm
            title="Give a person rights"
            button="Save"
            fields={[
              { name: "customer", label: "Customer number", pattern: "[0-9]{8,11}" },
              { name: "iban", label: "IBAN of the account" },
              {
                name: "right",
                label: "Right",
                choices: [
                  ["VIEW REGISTER", "See and pay"],
                  ["VIEW", "See"],
                ],
              },
            ]}
            onSend={async ({ customer = "", iban = "", right = "" }) => {
              const roles = right.split(" ") as "VIEW"[];
              const body = { engagements: [{ customer, account: { iban }, roles }] };
              const parameters = { agreementId };
              return changed(
                () =>
                  control.post("/agreements/{agreementId}/engagements", {
                    world,
                    parameters,
                    body,
                  }),
                "Saved.",
              );
            }}
          />
          <DangerButton
            words="Delete the agreement"
            onConfirm={() =>
              changed(
                () =>
                  control.delete("/agreements/{agreementId}", {
                    world,
                    parameters: { agreementId },
                  }),
                `Deleted the agreement ${name}.`,
              )
            }
          />
        </>
      )}
    </div>
  );
};

const AddAccount = ({ customer, world }: { customer: Customer; world: string }) => (
  <SmallForm
    title="Add an account"
    button="Add"
    fields={[
      { name: "accountName", label: "Name", value: "Brukskonto" },
      { name: "bban", label: "Account number", pattern: "[0-9]{11}", placeholder: "11 digits" },
      { name: "currency", label: "Currency", value: "NOK", pattern: "[A-Z]{3}" },
      { name: "balance", label: "Balance", value: "10000.00" },
    ]}
    onSend={({ accountName = "", bban = "", currency = "", balance = "0" }) => {
      const body = {
        customerNumber: customer.customerNumber,
        accountName,
        bban,
        currency: currency as "NOK",
        balances: [{ balanceType: "closingBooked", balanceAmount: { amount: balance } }],
      } as const;
      return changed(() => control.post("/accounts", { world, body }), `Added ${accountName}.`);
    }}
  />
);

const AddAgreement = ({ customer, world }: { customer: Customer; world: string }) => (
  <SmallForm
    title="Add an agreement"
    button="Add"
    fields={[{ name: "name", label: "Name", value: customer.name }]}
    onSend={({ name = "" }) => {
      const body = { owner: customer.customerId, name };
      return changed(() => control.post("/agreements", { world, body }), `Added ${name}.`);
    }}
  />
);

/** Runs a change and reads the page again. Returns whether it worked. */
const changed = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
  const isDone = await attempt(async () => {
    await work();
    return true;
  }, done);
  refreshSoon();
  return isDone ?? false;
};
