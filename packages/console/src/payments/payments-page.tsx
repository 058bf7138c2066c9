import { control } from "../live/control.ts";
import { addressOf, route } from "../live/route.ts";
import { changes } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { formatMinute } from "../shown/format-clock.ts";
import { formatCount } from "../shown/format-number.ts";
import { StatusBadge } from "../shown/status.tsx";
import { nameTpp } from "../shown/tell-worlds-apart.ts";
import { useReading } from "../shown/use-reading.ts";
import { useRowKeys } from "../shown/use-row-keys.ts";
import { VirtualList } from "../shown/virtual-list.tsx";
import { BasketDetail } from "./basket-detail.tsx";
import { PaymentDetail } from "./payment-detail.tsx";
import { PaymentList } from "./payment-list.tsx";

/** The payments and baskets of all worlds, with the opened one beside the list. */
export const PaymentsPage = () => {
  const { page, id } = route.value;
  const isBaskets = page === "baskets";
  return (
    <div class={id === undefined ? "split" : "split opened"}>
      <section class="list" aria-labelledby="payments-title">
        {isBaskets ? (
          <Baskets openId={id} />
        ) : (
          <PaymentList openId={id} tabs={<Tabs current="payments" />} />
        )}
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

const Baskets = ({ openId }: { openId: string | undefined }) => {
  const { value, error } = useReading(() => control.get("/baskets/all"), [changes.value]);
  const baskets = value?.baskets ?? [];
  useRowKeys(
    baskets.map(({ basketId }) => basketId),
    openId,
    (id) => addressOf("baskets", id),
  );
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
        <div class="empty" hidden={value === undefined}>
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
            openKey={openId}
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
                <span class="cut quiet">{nameTpp(basket.tpp, basket.worldId)}</span>
              </a>
            )}
          </VirtualList>
        </>
      )}
    </>
  );
};
