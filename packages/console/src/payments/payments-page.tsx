import type { ControlResponse } from "@varde/protocol";
import { useState } from "preact/hooks";
import { control } from "../live/control.ts";
import { addressOf, route } from "../live/route.ts";
import { changes, worldId } from "../live/world.ts";
import { describeStatus } from "../shown/describe-status.ts";
import { Failure } from "../shown/failure.tsx";
import { formatMinute } from "../shown/format-clock.ts";
import { formatCount } from "../shown/format-number.ts";
import { StatusBadge } from "../shown/status.tsx";
import { useReading } from "../shown/use-reading.ts";
import { VirtualList } from "../shown/virtual-list.tsx";
import { BasketDetail } from "./basket-detail.tsx";
import { describePayee, describeSum } from "./describe-payment.ts";
import { PaymentDetail } from "./payment-detail.tsx";

const statuses = ["RCVD", "ACTC", "ACWC", "PDNG", "ACCP", "ACSP", "ACWP", "ACSC", "RJCT", "CANC"];

/** The payments and baskets of the world, with the opened one beside the list. */
export const PaymentsPage = () => {
  const { page, id } = route.value;
  const isBaskets = page === "baskets";
  return (
    <div class={id === undefined ? "split" : "split opened"}>
      <section class="list" aria-labelledby="payments-title">
        {isBaskets ? <Baskets openId={id} /> : <Payments openId={id} />}
      </section>
      {id !== undefined &&
        (isBaskets ? (
          <BasketDetail key={id} basketId={id} />
        ) : (
          <PaymentDetail key={id} paymentId={id} />
        ))}
    </div>
  );
};

const Tabs = ({ current }: { current: "payments" | "baskets" }) => (
  <nav class="tabs" aria-label="Kind">
    <a href="#/payments" aria-current={current === "payments" ? "page" : undefined}>
      Payments
    </a>
    <a href="#/baskets" aria-current={current === "baskets" ? "page" : undefined}>
      Baskets
    </a>
  </nav>
);

type PaymentSummary = ControlResponse<"listPayments">["payments"][number];

const pageSize = 500;

const Payments = ({ openId }: { openId: string | undefined }) => {
  const [{ status, before }, setQuery] = useState({ status: "", before: "" });
  const world = worldId.value;
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/payments", {
            world,
            query: {
              limit: String(pageSize),
              ...(status !== "" && { status }),
              ...(before !== "" && { before }),
            },
          }),
    [world, status, before, changes.value],
  );
  const payments = value?.payments ?? [];
  const oldest = payments.length === pageSize ? payments.at(-1)?.paymentId : undefined;
  return (
    <>
      <div class="tools">
        <h1 id="payments-title" class="hidden">
          Payments
        </h1>
        <Tabs current="payments" />
        <div class="filters">
          <select
            aria-label="Status"
            value={status}
            onChange={({ currentTarget }) => setQuery({ status: currentTarget.value, before: "" })}
          >
            <option value="">Any status</option>
            {statuses.map((one) => (
              <option key={one} value={one}>
                {one} {describeStatus(one).word}
              </option>
            ))}
          </select>
          {before !== "" && (
            <button type="button" onClick={() => setQuery({ status, before: "" })}>
              Newest
            </button>
          )}
          {oldest !== undefined && (
            <button type="button" onClick={() => setQuery({ status, before: oldest })}>
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
        <div class="empty" hidden={world !== undefined && value === undefined}>
          <p>{status === "" ? "No payments yet." : `No payment has the status ${status}.`}</p>
          <p>
            <a href="#/start">Make a first payment</a> to see it here.
          </p>
        </div>
      ) : (
        <VirtualList
          rows={payments}
          keyOf={({ paymentId }) => paymentId}
          label="Payments, newest first"
        >
          {(payment) => <PaymentRow payment={payment} isOpen={payment.paymentId === openId} />}
        </VirtualList>
      )}
    </>
  );
};

const PaymentRow = ({ payment, isOpen }: { payment: PaymentSummary; isOpen: boolean }) => (
  <a
    class="columns payment row"
    href={addressOf("payments", payment.paymentId)}
    aria-current={isOpen ? "true" : undefined}
  >
    <time dateTime={payment.createdAt}>{formatMinute(payment.createdAt)}</time>
    <StatusBadge status={payment.status} />
    <span class="end amount">{describeSum(payment)}</span>
    <span class="cut">{describePayee(payment)}</span>
    <span class="cut quiet">{payment.tpp}</span>
  </a>
);

const Baskets = ({ openId }: { openId: string | undefined }) => {
  const world = worldId.value;
  const { value, error } = useReading(
    () => (world === undefined ? undefined : control.get("/baskets", { world })),
    [world, changes.value],
  );
  const baskets = value?.baskets ?? [];
  return (
    <>
      <div class="tools">
        <h1 id="payments-title" class="hidden">
          Baskets
        </h1>
        <Tabs current="baskets" />
      </div>
      <Failure error={error} />
      {baskets.length === 0 ? (
        <div class="empty" hidden={world !== undefined && value === undefined}>
          <p>No baskets yet.</p>
          <p>
            A TPP creates one to have several payments approved at once, with{" "}
            <code>POST /v1/signing-baskets</code>.
          </p>
        </div>
      ) : (
        <>
          <div class="columns basket" aria-hidden="true">
            <span>Created</span>
            <span>State</span>
            <span>Payments</span>
            <span>TPP</span>
          </div>
          <VirtualList
            rows={baskets}
            keyOf={({ basketId }) => basketId}
            label="Baskets, newest first"
          >
            {(basket) => (
              <a
                class="columns basket row"
                href={addressOf("baskets", basket.basketId)}
                aria-current={basket.basketId === openId ? "true" : undefined}
              >
                <time dateTime={basket.createdAt}>{formatMinute(basket.createdAt)}</time>
                <StatusBadge status={basket.state} />
                <span>{formatCount(basket.payments, "payment")}</span>
                <span class="cut quiet">{basket.tpp}</span>
              </a>
            )}
          </VirtualList>
        </>
      )}
    </>
  );
};
