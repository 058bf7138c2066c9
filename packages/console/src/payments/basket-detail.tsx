import { control } from "../live/control.ts";
import { addressOf } from "../live/route.ts";
import { changes } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { formatCount } from "../shown/format-number.ts";
import { StatusBadge } from "../shown/status.tsx";
import { useReading } from "../shown/use-reading.ts";
import { describeApproval } from "../story/describe-next.ts";
import { FailedSca } from "../story/failed-sca.tsx";
import { ShownNext } from "../story/shown-next.tsx";
import { decide } from "../story/sign-as.ts";
import { Timeline } from "../story/timeline.tsx";
import { describeSum } from "./describe-payment.ts";
import { useWorldOf } from "./use-world-of.ts";

/** A signing basket: its payments, the approval that waits, and its timeline. */
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
              <code>{basketId}</code> by {value.tpp}
            </p>
          </header>
          {value.state === "open" && (
            <ShownNext step={describeApproval(value)} world={world} scas={value.scas} />
          )}
          {value.actions.length > 0 && (
            <div class="actions">
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
          <Timeline timeline={value.timeline} />
        </>
      )}
    </article>
  );
};
