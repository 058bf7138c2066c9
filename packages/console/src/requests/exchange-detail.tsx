import type { ControlResponse } from "@varde/protocol";
import { control } from "../live/control.ts";
import { addressOf, filterText } from "../live/route.ts";
import { Failure } from "../shown/failure.tsx";
import { formatMoment } from "../shown/format-clock.ts";
import { formatCheck } from "../shown/format-words.ts";
import { JsonText } from "../shown/json-text.tsx";
import { HttpStatus } from "../shown/status.tsx";
import { nameCaller } from "../shown/tell-worlds-apart.ts";
import { useReading } from "../shown/use-reading.ts";
import { ExchangeActions } from "./exchange-actions.tsx";
import { SigningStrings } from "./signing-strings.tsx";

type Explained = ControlResponse<"readRequest">;

/** A request: why it was refused, its checks, what was sent and what was returned. */
export const ExchangeDetail = ({ exchangeId }: { exchangeId: string }) => {
  const { value, error } = useReading(
    () => control.get("/requests/{exchangeId}", { parameters: { exchangeId } }),
    [exchangeId],
  );
  return (
    <article class="detail" aria-label="Request">
      <a class="close" href={addressOf("requests", undefined, filterText.value)}>
        Close
      </a>
      <Failure error={error} />
      {value !== undefined && <Explanation explained={value} />}
    </article>
  );
};

const Explanation = ({ explained }: { explained: Explained }) => {
  const { exchange, headers } = explained;
  const { request, response } = exchange;
  return (
    <>
      <header>
        <p class="quiet">
          <HttpStatus status={response.status} /> {exchange.operation}
        </p>
        <h2 class="target">
          <span class="method">{request.method}</span> {request.target}
        </h2>
        <p class="quiet">
          {nameCaller(exchange)} · {formatMoment(exchange.at)} · {exchange.ms}&nbsp;ms
        </p>
      </header>
      <Why explained={explained} />
      {exchange.warnings?.map((warning) => (
        <p class="callout warn" key={warning}>
          {warning}
        </p>
      ))}
      <ExchangeActions explained={explained} />
      <Checks explained={explained} />
      <section>
        <h3>Response</h3>
        <JsonText text={response.body ?? "No body."} label="Response body" />
        <Headers headers={explained.responseHeaders} />
      </section>
      <section>
        <h3>Request</h3>
        {request.body !== undefined && <JsonText text={request.body} label="Request body" />}
        {!explained.isComplete && (
          <p class="quiet">The body is longer; only its start is stored.</p>
        )}
        <Headers headers={headers} />
        <p class="quiet">Keys, signatures and identity numbers are not stored.</p>
      </section>
      <Signature explained={explained} />
    </>
  );
};

const Headers = ({ headers }: Pick<Explained, "headers">) => (
  <dl class="headers">
    {headers.map(({ name, value, text }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <code>{value}</code>
          {text !== undefined && <p class="quiet">{text}</p>}
        </dd>
      </div>
    ))}
  </dl>
);

const Why = ({ explained: { exchange, codes } }: { explained: Explained }) => {
  const { why } = exchange;
  if (why === undefined) return null;
  return (
    <section class="callout bad" aria-label="Why it was refused">
      {why.faults.map(({ code, path, text }) => (
        <p key={`${code} ${path} ${text}`}>
          <a href={`/docs/errors#${code}`}>
            <code>{code}</code>
          </a>{" "}
          {path !== undefined && <code>{path}</code>} {text}
        </p>
      ))}
      {Object.entries(codes).map(([code, { remedy }]) => (
        <p key={code} class="quiet">
          {remedy}
        </p>
      ))}
      {why.reason !== undefined && <p>{why.reason}</p>}
    </section>
  );
};

const marks = { passed: "✓", refused: "✕", skipped: "–" } as const;

const Checks = ({ explained: { checks, exchange } }: { explained: Explained }) => {
  if (checks.length === 0) return null;
  const passed = checks.filter(({ state }) => state === "passed").length;
  return (
    <details open={exchange.why !== undefined}>
      <summary>
        {passed} of {checks.length} checks passed
      </summary>
      <ol class="checks">
        {checks.map(({ name, state }) => (
          <li key={name} class={state}>
            <span aria-hidden="true">{marks[state]}</span> {formatCheck(name)}
            <span class="hidden"> {state}</span>
          </li>
        ))}
      </ol>
    </details>
  );
};

const Signature = ({ explained: { signature } }: { explained: Explained }) => {
  if (signature === undefined) return null;
  return (
    <section>
      <h3>Signature</h3>
      <p>{signature.text}</p>
      {signature.signingString !== undefined && signature.signedString !== undefined && (
        <SigningStrings built={signature.signingString} signed={signature.signedString} />
      )}
      {signature.signingString !== undefined && signature.signedString === undefined && (
        <>
          <p class="quiet">The signing string, as the bank built it from the request:</p>
          <JsonText text={signature.signingString} label="Signing string" />
        </>
      )}
      <dl class="headers">
        <div>
          <dt>Digest of the body</dt>
          <dd>
            <code>{signature.computedDigest}</code>
          </dd>
        </div>
        {signature.expectedKeyId !== undefined && (
          <div>
            <dt>Expected keyId</dt>
            <dd>
              <code>{signature.expectedKeyId}</code>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
};
