import type { ControlResponse } from "@varde/protocol";
import { formatMoment } from "../shown/format-clock.ts";
import { formatWords } from "../shown/format-words.ts";

type Payment = ControlResponse<"readPayment">;

const actorNames: Readonly<Record<string, string>> = {
  bank: "the bank",
  "own-channel": "the PSU at the bank",
};

/** The history of a payment or basket: what happened, when, by whom, and why. */
export const History = ({ history }: Pick<Payment, "history">) => (
  <section>
    <h3>History</h3>
    <ol class="history">
      {history.map(({ at, name, actor, detail }) => (
        <li key={`${at} ${name}`}>
          <time dateTime={at}>{formatMoment(at)}</time>
          <span>
            {formatWords(name)} <span class="quiet">by {actorNames[actor] ?? actor}</span>
            {detail !== undefined && <p class="quiet">{detail}</p>}
          </span>
        </li>
      ))}
    </ol>
  </section>
);

/** Returns why the last SCA failed; undefined if another one waits or has succeeded. */
export const findFailure = (scas: Payment["scas"]): string | undefined =>
  scas.some(({ isOpen }) => isOpen)
    ? undefined
    : scas.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt)).at(-1)?.failure;

/** Says why nobody has approved what still waits for it. */
export const FailedSca = ({ scas, isWaiting }: FailedScaProps) => {
  const failure = findFailure(scas);
  if (failure === undefined || !isWaiting) return null;
  return <p class="callout bad">The SCA failed: {failure} The TPP can start another one.</p>;
};

interface FailedScaProps extends Pick<Payment, "scas"> {
  readonly isWaiting: boolean;
}

/** The SCAs about a payment or basket. */
export const Scas = ({ scas }: Pick<Payment, "scas">) => {
  if (scas.length === 0) return null;
  return (
    <section>
      <h3>SCA</h3>
      <ol class="history">
        {scas.map(({ authorisationId, subject, status, isOpen, startedAt, psu, failure }) => (
          <li key={authorisationId}>
            <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
            <span>
              {formatWords(subject)}: {status}{" "}
              {isOpen && <span class="badge busy">waits for the PSU</span>}
              {failure !== undefined && <span class="badge bad">failed</span>}
              {psu !== undefined && <span class="quiet"> {psu}</span>}
              {failure !== undefined && <p class="quiet">{failure}</p>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};
