import { signal } from "@preact/signals";
import type { ControlResponse } from "@varde/protocol";
import { useEffect, useState } from "preact/hooks";
import { attempt, control } from "./live/control.ts";
import { addressOf, goTo } from "./live/route.ts";
import { changes, selectWorld } from "./live/world.ts";
import { Failure } from "./shown/failure.tsx";
import { StatusBadge } from "./shown/status.tsx";
import { useReading } from "./shown/use-reading.ts";

type FirstPayment = ControlResponse<"createFirstPayment">;

const storageKey = "varde.console.first-payment";

/**
 * The payment that was made in this browser. A reload does not lose it, and the tab in which it was
 * approved continues with it.
 */
const made = signal<FirstPayment | undefined>(
  JSON.parse(localStorage.getItem(storageKey) ?? "null") ?? undefined,
);

/** Forgets a payment of a sandbox that has started again without its data. */
const forget = (): void => {
  localStorage.removeItem(storageKey);
  made.value = undefined;
};

const make = async (): Promise<void> => {
  // The first payment opens a world, and the console would otherwise show its requests.
  goTo(addressOf("start"));
  const payment = await attempt(() => control.post("/first-payment"));
  if (payment === undefined) return;
  localStorage.setItem(storageKey, JSON.stringify(payment));
  // The clock and the batches that the payment waits for are those of its own world.
  selectWorld(payment.worldId);
  made.value = payment;
};

/** The first visit: what this is, and a payment to watch from its creation to its settlement. */
export const StartPage = () => {
  const [isBusy, setBusy] = useState(false);
  const payment = made.value;
  const { status, error } = usePayment(payment);
  useEffect(() => {
    if (error?.startsWith("There is no") === true) forget();
  }, [error]);
  const isOver = status === "ACSC" || status === "RJCT" || status === "CANC";
  return (
    <div class="start">
      <h1>A bank to test with</h1>
      <p class="lead">
        This sandbox is a complete Norwegian bank on your machine, with the interface that the EU's
        payment directive PSD2 gives to others. No real money and no real people.
      </p>
      <ol class="steps">
        <li class={payment === undefined ? "now" : "done"}>
          <h2>Make a TPP and a payment</h2>
          <p>
            A <strong>TPP</strong> (third-party provider) is a company whose app starts payments or
            reads accounts at a bank: you. The sandbox issues its certificate, signs{" "}
            <code>POST /v1/payments/…</code> with its key and sends it: 249.50 NOK from Kari to Ola.
          </p>
          <button
            type="button"
            class={payment === undefined || isOver || error !== undefined ? "primary" : ""}
            disabled={isBusy}
            onClick={async () => {
              setBusy(true);
              await make();
              setBusy(false);
            }}
          >
            {payment === undefined ? "Make a first payment" : "Make another one"}
          </button>
        </li>
        <li class={isOver ? "done" : payment === undefined ? "" : "now"}>
          <h2>Approve it as Kari</h2>
          <p>
            Kari is the <strong>PSU</strong> (payment service user): the customer whose account it
            is. She approves by <strong>SCA</strong> (strong customer authentication) in the bank's
            own pages. Choose her, the first of the test customers, and approve.
          </p>
          {payment !== undefined && !isOver && (
            <a class="primary" href={payment.scaRedirect} target="_blank" rel="noreferrer">
              Approve in a new tab
            </a>
          )}
        </li>
        <li class={isOver ? "done" : ""}>
          <h2>Watch it settle</h2>
          {payment === undefined ? (
            <p>Its status appears here and changes as you approve.</p>
          ) : (
            <Watched payment={payment} status={status} error={error} />
          )}
        </li>
      </ol>
      <p class="quiet">
        In a terminal: <code>npx varde tpp new</code>, then <code>npx varde pay --help</code>.
      </p>
      <p class="quiet">
        The <a href="/docs">reference</a> has every operation with a form and code in five
        languages.
      </p>
    </div>
  );
};

/** Reads the payment in its own world, whichever is selected, whenever something has changed. */
const usePayment = (payment: FirstPayment | undefined) => {
  const { value, error } = useReading(
    () =>
      payment === undefined
        ? undefined
        : control.get("/payments/{paymentId}", {
            world: payment.worldId,
            parameters: { paymentId: payment.paymentId },
          }),
    [payment?.paymentId, changes.value],
  );
  const isCurrent = value?.paymentId === payment?.paymentId;
  return { status: isCurrent ? value?.status : undefined, error };
};

interface WatchedProps {
  readonly payment: FirstPayment;
  readonly status: string | undefined;
  readonly error: string | undefined;
}

const Watched = ({ payment: { paymentId, tpp }, status, error }: WatchedProps) => {
  if (status === undefined && error !== undefined) return <Failure error={error} />;
  if (status === undefined) return <p class="quiet">Waiting for {tpp}…</p>;
  return (
    <>
      <p role="status">
        <StatusBadge status={status} /> {status === "ACSC" && "The money is on the other account."}
      </p>
      <p>
        <a href={addressOf("payments", paymentId)}>Open the payment</a>, or{" "}
        <a href={addressOf("requests", undefined, paymentId)}>its requests</a>.
      </p>
    </>
  );
};
