import { control } from "../live/control.ts";
import { addressOf } from "../live/route.ts";
import { changes } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { formatCount } from "../shown/format-number.ts";
import { StatusBadge } from "../shown/status.tsx";
import { useReading } from "../shown/use-reading.ts";
import { decide } from "./decide.ts";
import { describeSum } from "./describe-payment.ts";
import { FailedSca, History, Scas } from "./history.tsx";
import { useWorldOf } from "./use-world-of.ts";

/** A signing basket: its payments, its history, and the approval that waits. */
export const BasketDetail = ({ basketId }: { basketId: string }) => {
  const { world, missing } = useWorldOf(basketId);
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/baskets/{basketId}", { world, parameters: { basketId } }),
    [world, basketId, changes.value],
  );
  return (
    <article class="detail" aria-label="Basket">
      <a class="close" href={addressOf("baskets")}>
        Close
      </a>
      <Failure error={missing ?? error} />
      {value !== undefined && world !== undefined && (
        <>
          <header>
            <p>
              <StatusBadge status={value.state} />
            </p>
            <h2 class="sum">{formatCount(value.payments, "payment")}</h2>
            <p class="quiet">
              <code>{basketId}</code> · {value.tpp}
            </p>
          </header>
          {value.actions.length > 0 && (
            <div class="actions">
              <button
                type="button"
                class="primary"
                onClick={() => decide(world, value.scas, "approve")}
              >
                Approve as the PSU
              </button>
              <button type="button" onClick={() => decide(world, value.scas, "refuse")}>
                Refuse
              </button>
            </div>
          )}
          <FailedSca scas={value.scas} isWaiting={value.state === "open"} />
          <section>
            <h3>Payments</h3>
            <ul class="parts">
              {value.members.map((member) => (
                <li key={member.paymentId}>
                  <a href={addressOf("payments", member.paymentId)}>
                    {describeSum(member)} {member.creditor}
                  </a>{" "}
                  <StatusBadge status={member.status} />
                </li>
              ))}
            </ul>
          </section>
          <History history={value.history} />
          <Scas scas={value.scas} />
        </>
      )}
    </article>
  );
};
