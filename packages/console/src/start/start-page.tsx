import type { ControlResponse } from "@varde/protocol";
import { useState } from "preact/hooks";
import { attempt, control } from "../live/control.ts";
import { addressOf, goTo } from "../live/route.ts";
import { changes, worldId, worlds } from "../live/world.ts";
import { StatusBadge } from "../shown/status.tsx";
import { useReading } from "../shown/use-reading.ts";

type FirstPayment = ControlResponse<"createFirstPayment">;

/** The first visit: what this is, and a payment to watch from its creation to its settlement. */
export const StartPage = () => {
  const [made, setMade] = useState<FirstPayment | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    // The first payment opens a world, and the console would otherwise show its requests.
    goTo(addressOf("start"));
    setBusy(true);
    setMade(await attempt(() => control.post("/first-payment")));
    setBusy(false);
  };
  return (
    <div class="start">
      <h1>A bank to test with</h1>
      <p class="lead">
        This sandbox is a complete Norwegian PSD2 bank on your machine: strict about signatures,
        with people, accounts, SCA and clearing. No real money and no real people.
      </p>
      <ol class="steps">
        <li class={made === undefined ? "now" : "done"}>
          <h2>Make a TPP and a payment</h2>
          <p>
            The sandbox issues a certificate, signs <code>POST /v1/payments/…</code> with its key
            and sends it: 249.50 NOK from Kari to Ola.
          </p>
          <button type="button" class="primary" disabled={isBusy} onClick={make}>
            {made === undefined ? "Make a first payment" : "Make another one"}
          </button>
        </li>
        <li class={made === undefined ? "" : "now"}>
          <h2>Approve it as Kari</h2>
          <p>
            In the bank's own pages, as a customer would. Choose her from the list of test
            customers.
          </p>
          {made !== undefined && (
            <a class="primary" href={made.scaRedirect} target="_blank" rel="noreferrer">
              Approve in a new tab
            </a>
          )}
        </li>
        <li>
          <h2>Watch it settle</h2>
          {made === undefined ? (
            <p>Its status appears here and changes as you approve.</p>
          ) : (
            <Watched paymentId={made.paymentId} tpp={made.tpp} />
          )}
        </li>
      </ol>
      <p class="quiet">
        From a terminal: <code>varde tpp new</code>, then <code>varde pay</code>. The{" "}
        <a href="/docs">reference</a> has every operation with a form and code in five languages.
      </p>
    </div>
  );
};

const Watched = ({ paymentId, tpp }: { paymentId: string; tpp: string }) => {
  const world = worldId.value;
  const isOwnWorld = worlds.value.some((one) => one.worldId === world);
  const { value } = useReading(
    () =>
      world === undefined || !isOwnWorld
        ? undefined
        : control.get("/payments/{paymentId}", { world, parameters: { paymentId } }),
    [world, paymentId, changes.value],
  );
  if (value === undefined) return <p class="quiet">Waiting for {tpp}…</p>;
  return (
    <>
      <p role="status">
        <StatusBadge status={value.status} />{" "}
        {value.status === "ACSC" && "The money is on the other account."}
      </p>
      <p>
        <a href={addressOf("payments", paymentId)}>Open the payment</a>, or{" "}
        <a href={`#/requests?payment=${paymentId}`}>its requests</a>.
      </p>
    </>
  );
};
