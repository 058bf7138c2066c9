import type { ControlResponse } from "@varde/protocol";
import { useState } from "preact/hooks";
import { attempt, control } from "../live/control.ts";
import { addressOf, goTo, route } from "../live/route.ts";
import { changes, refreshSoon, worldId } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { NoWorld } from "../shown/no-world.tsx";
import { SmallForm } from "../shown/small-form.tsx";
import { useReading } from "../shown/use-reading.ts";
import { VirtualList } from "../shown/virtual-list.tsx";
import { AccountDetail } from "./account-detail.tsx";
import { ConsentDetail } from "./consent-detail.tsx";
import { Consents, PeopleTabs } from "./consents.tsx";
import { CustomerDetail } from "./customer-detail.tsx";

type Customer = ControlResponse<"listCustomers">["customers"][number];

/** The people and companies of the world, with the opened customer or account beside the list. */
export const PeoplePage = () => {
  const { page, id } = route.value;
  const isConsents = page === "consents";
  return (
    <div class={id === undefined ? "split" : "split opened"}>
      <section class="list" aria-labelledby="people-title">
        {isConsents ? <Consents /> : <Customers openId={id} />}
      </section>
      {id !== undefined && page === "people" && <CustomerDetail key={id} customerId={id} />}
      {id !== undefined && isConsents && <ConsentDetail key={id} consentId={id} />}
      {id !== undefined && page === "accounts" && <AccountDetail key={id} accountId={id} />}
    </div>
  );
};

const Customers = ({ openId }: { openId: string | undefined }) => {
  const [text, setText] = useState("");
  const [after, setAfter] = useState("");
  const world = worldId.value;
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/customers", { world, query: { limit: "200", text, after } }),
    [world, text, after, changes.value],
  );
  return (
    <>
      <div class="tools">
        <h1 id="people-title" class="hidden">
          People and accounts
        </h1>
        <PeopleTabs current="people" />
        <div class="filters">
          <input
            type="search"
            aria-label="Search people"
            placeholder="Name or number"
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setAfter("");
            }}
          />
          {after !== "" && (
            <button type="button" onClick={() => setAfter("")}>
              First page
            </button>
          )}
          {value?.next !== undefined && (
            <button type="button" onClick={() => setAfter(value.next ?? "")}>
              Next page
            </button>
          )}
        </div>
      </div>
      <AddCustomer />
      <Failure error={error} />
      {value?.customers.length === 0 && <p class="empty">No customer matches.</p>}
      {world === undefined && <NoWorld />}
      {value !== undefined && value.customers.length > 0 && (
        <>
          <div class="columns customer" aria-hidden="true">
            <span>Name</span>
            <span>Kind</span>
            <span>Customer number</span>
          </div>
          <VirtualList
            rows={value.customers}
            keyOf={({ customerId }) => customerId}
            label="People and companies"
          >
            {(customer) => (
              <CustomerRow customer={customer} isOpen={customer.customerId === openId} />
            )}
          </VirtualList>
        </>
      )}
    </>
  );
};

const CustomerRow = ({ customer, isOpen }: { customer: Customer; isOpen: boolean }) => (
  <a
    class="columns customer row"
    href={addressOf("people", customer.customerId)}
    aria-current={isOpen ? "true" : undefined}
  >
    <span class="cut name">{customer.name}</span>
    <span class="cut quiet">{customer.type === "PRIVATE" ? "Person" : "Company"}</span>
    <span class="cut">
      <code>{customer.customerNumber}</code>
      {customer.numberOf !== undefined && <span class="quiet"> of {customer.numberOf}</span>}
    </span>
  </a>
);

const AddCustomer = () => {
  const world = worldId.value;
  if (world === undefined) return null;
  return (
    <SmallForm
      title="Add a customer"
      button="Add"
      fields={[
        { name: "name", label: "Name" },
        {
          name: "customerNumber",
          label: "Customer number",
          pattern: "[0-9]{8,11}",
          placeholder: "8 to 11 digits",
        },
        {
          name: "type",
          label: "Kind",
          choices: [
            ["PRIVATE", "Person"],
            ["CORPORATE", "Company"],
          ],
        },
      ]}
      onSend={async ({ name = "", customerNumber = "", type: kind }) => {
        const type = kind === "CORPORATE" ? kind : "PRIVATE";
        const body = { name, customerNumber, type } as const;
        const made = await attempt(
          () => control.post("/customers", { world, body }),
          `Added ${name}.`,
        );
        if (made === undefined) return false;
        refreshSoon();
        goTo(addressOf("people", made.customerId));
        return true;
      }}
    />
  );
};
