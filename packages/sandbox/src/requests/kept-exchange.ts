import type { Exchange, Refusal, UnfoundRequest } from "@varde/bank";

/**
 * What the log holds of an exchange: the parts that are shown, each by itself. The rest, above all
 * the certificate and the bytes of the connection, would be ten times as much.
 */
export interface KeptExchange {
  readonly receivedAt: number;
  readonly answeredAt: number;
  /** Its name; method and path of a request that leads to none. */
  readonly operation: string;
  readonly tpp: string | undefined;
  readonly method: string;
  readonly target: string;
  /** In the order of `shownHeaders`. */
  readonly headers: readonly (string | undefined)[];
  readonly body: string;
  readonly status: number;
  readonly answer: string;
  readonly warnings: readonly string[];
  readonly refusal: Refusal | undefined;
  readonly explanation: string | undefined;
}

/** How much of a text is kept. */
const charactersMax = 4_000;

/** Headers that tell what was meant; keys, signatures and identity numbers are not among them. */
export const shownHeaders = [
  "accept",
  "content-type",
  "date",
  "digest",
  "psu-context",
  "psu-corporate-id",
  "psu-id",
  "psu-ip-address",
  "tpp-brand-logging-information",
  "tpp-redirect-preferred",
  "tpp-redirect-uri",
  "tpp-session-id",
  "x-accept-fix",
  "x-request-id",
];

export const keepExchange = (exchange: Exchange): KeptExchange => {
  const { context, answer, refusal, explanation, answeredAt } = exchange;
  const { received } = context;
  return {
    receivedAt: received.receivedAt,
    answeredAt,
    operation: context.operation.id,
    tpp: context.knownTpp?.name,
    method: received.method,
    target: beginningOf(received.target),
    headers: shownHeaders.map((name) => beginningOf(context.header(name))),
    body: context.bodyText === "" ? textOf(received.rawBody) : beginningOf(context.bodyText),
    status: answer.status,
    answer: beginningOf(answer.body ?? ""),
    warnings: context.warnings,
    refusal,
    explanation,
  };
};

export const keepUnfound = (request: UnfoundRequest): KeptExchange => {
  const { method, target, answer, refusal, at } = request;
  return {
    receivedAt: at,
    answeredAt: at,
    operation: `${method} ${target}`,
    tpp: undefined,
    method,
    target,
    headers: [],
    body: "",
    status: answer.status,
    answer: answer.body ?? "",
    warnings: [],
    refusal,
    explanation: undefined,
  };
};

/** Copied when it is cut, because a part of a string holds on to the whole. */
const beginningOf = <T extends string | undefined>(text: T): T | string =>
  text === undefined || text.length <= charactersMax
    ? text
    : Buffer.from(text.slice(0, charactersMax)).toString();

/** A body that was never read as JSON. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, charactersMax)).toString("utf8");
