import type { ControlResponse, Scenario } from "@varde/protocol";
import { control } from "../live/control.ts";
import { addressOf, filterText } from "../live/route.ts";
import { changes } from "../live/world.ts";
import { describeStatus } from "../shown/describe-status.ts";
import { Failure } from "../shown/failure.tsx";
import { isKeyOf } from "../shown/is-key-of.ts";
import { JsonText } from "../shown/json-text.tsx";
import { StatusBadge } from "../shown/status.tsx";
import { nameTpp } from "../shown/tell-worlds-apart.ts";
import { useReading } from "../shown/use-reading.ts";
import { describeNext } from "../story/describe-next.ts";
import { FailedSca, findFailure } from "../story/failed-sca.tsx";
import { ShownNext } from "../story/shown-next.tsx";
import { change, decide } from "../story/sign-as.ts";
import { Timeline } from "../story/timeline.tsx";
import { describePayee, describeSum } from "./describe-payment.ts";
import { useWorldOf } from "./use-world-of.ts";

type Payment = ControlResponse<"readPayment">;

/** A payment: its state, what happens next and what can be done, and its timeline. */
export const PaymentDetail = ({ paymentId }: { paymentId: string }) => {
  const { world, missing } = useWorldOf(paymentId);
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/payments/{paymentId}", { world, parameters: { paymentId } }),
    [world, paymentId, changes.value],
  );
  return (
    <article class="detail" aria-label="Payment">
      <a class="close" href={addressOf("payments", undefined, filterText.value)}>
        Close
      </a>
      <Failure error={missing ?? error} />
      {value !== undefined && world !== undefined && <Shown payment={value} world={world} />}
    </article>
  );
};

const isWaiting = ({ status }: Payment): boolean => status === "RCVD";

const Shown = ({ payment, world }: { payment: Payment; world: string }) => {
  const step = describeNext(payment);
  return (
    <>
      <header>
        <p>
          <StatusBadge status={payment.status} />{" "}
          <span class="quiet">
            {isWaiting(payment) && findFailure(payment.scas) !== undefined
              ? "Not approved."
              : describeStatus(payment.status).meaning}
          </span>
        </p>
        <h2 class="sum">
          {describeSum(payment)}
          <span class="quiet">
            {" "}
            {payment.payments === undefined ? "to" : "in"} {describePayee(payment)}
          </span>
        </h2>
        <p class="quiet">
          <code>{payment.paymentId}</code>
        </p>
      </header>
      {step !== undefined && <ShownNext step={step} world={world} scas={payment.scas} />}
      <Actions payment={payment} world={world} />
      <FailedSca scas={payment.scas} isWaiting={isWaiting(payment)} />
      {payment.failure !== undefined && <p class="callout bad">{payment.failure}</p>}
      <Timeline timeline={payment.timeline} />
      <dl class="facts">
        <Fact name="From">
          <a href={addressOf("accounts", payment.debtor)}>{payment.debtor}</a>
        </Fact>
        <Fact name="Product">{payment.product}</Fact>
        <Fact name="Execution date">{payment.executionDate}</Fact>
        <Fact name="Fee">
          {payment.fee} {payment.feeCurrency}
        </Fact>
        <Fact name="TPP">{nameTpp(payment.tpp, world)}</Fact>
        {payment.basketId !== undefined && (
          <Fact name="Basket">
            <a href={addressOf("baskets", payment.basketId)}>{payment.basketId}</a>
          </Fact>
        )}
        {payment.parentId !== undefined && (
          <Fact name="Part of">
            <a href={addressOf("payments", payment.parentId)}>{payment.parentId}</a>
          </Fact>
        )}
        <Fact name="Requests">
          <a href={addressOf("requests", undefined, payment.paymentId)}>
            Requests about this payment
          </a>
        </Fact>
        <Fact name="Bookings">
          <a href={`${addressOf("accounts", payment.debtor)}?text=${payment.paymentId}`}>
            Bookings of this payment
          </a>
        </Fact>
      </dl>
      {payment.parts.length > 0 && (
        <section>
          <h3>{payment.service === "bulk-payments" ? "Payments" : "Executions"}</h3>
          <ul class="parts">
            {payment.parts.map((part) => (
              <li key={part.paymentId}>
                <a href={addressOf("payments", part.paymentId)}>
                  {describeSum(part)} {part.creditor}
                </a>{" "}
                <StatusBadge status={part.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <details>
        <summary>The order as the TPP sent it</summary>
        <JsonText text={payment.body} label="Order" />
      </details>
    </>
  );
};

const Fact = ({ name, children }: { name: string; children: preact.ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const outcomes = {
  rejected: "Core bank: reject it",
  hold: "Core bank: hold it as PDNG",
  delayed: "Core bank: settle it a day late",
  returned: "Core bank: return it",
} as const;

const Actions = ({ payment, world }: { payment: Payment; world: string }) => {
  const may = (action: Payment["actions"][number]) => payment.actions.includes(action);
  const { paymentId, amount, debtor } = payment;
  const arm = (outcome: keyof typeof outcomes) => {
    const effect: Scenario["effect"] = {
      payment: outcome,
      ...(outcome === "delayed" && { delayHours: 24 }),
    };
    const body = { match: { amount, account: debtor }, effect };
    return change(
      () => control.post("/scenarios", { world, body }),
      `The core bank will act on the next payment of ${amount} from ${debtor}.`,
    );
  };
  if (payment.actions.length === 0) return null;
  return (
    <div class="actions">
      {may("refuse") && (
        <button type="button" onClick={() => decide(world, payment.scas, "refuse")}>
          Refuse
        </button>
      )}
      {may("release") && (
        <button
          type="button"
          onClick={() =>
            change(
              () =>
                control.post("/payments/{paymentId}/release", { world, parameters: { paymentId } }),
              "Released; the core bank continues with it.",
            )
          }
        >
          Release
        </button>
      )}
      {may("cancel") && (
        <button
          type="button"
          class="danger"
          onClick={() =>
            change(
              () =>
                control.post("/payments/{paymentId}/cancel", { world, parameters: { paymentId } }),
              "Cancelled.",
            )
          }
        >
          Cancel
        </button>
      )}
      {payment.payments === undefined && (
        <select
          aria-label="Make it fail"
          value=""
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            if (isKeyOf(outcomes, value)) void arm(value);
            currentTarget.value = "";
          }}
        >
          <option value="">Make it fail…</option>
          {Object.entries(outcomes).map(([outcome, words]) => (
            <option key={outcome} value={outcome}>
              {words}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};
