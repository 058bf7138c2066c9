import type { HandledRequest, Refusal, UnroutedRequest, WorldId } from "@varde/bank";
import { type FinishedExchange, fingerprintHeader, fingerprintOf } from "./describe-request.ts";

/**
 * The parts of a request and its response that the log shows. The rest, above all the certificate
 * and the raw bytes, would take ten times the memory.
 */
export interface RecordedRequest {
  /** Number of the request since the start; as a text, its exchangeId. */
  readonly number: number;
  readonly receivedAt: number;
  readonly respondedAt: number;
  /** Id of the operation; method and path if the request matches no operation. */
  readonly operation: string;
  readonly tpp: string | undefined;
  readonly worldId: WorldId | undefined;
  /** Name in the certificate of a caller that was not identified. */
  readonly certificate: string | undefined;
  /** Start of the SHA-256 of the certificate that the request claims. */
  readonly fingerprint: string | undefined;
  /** The scenario that acted on the request. */
  readonly scenario: string | undefined;
  readonly method: string;
  readonly target: string;
  /** Values in the order of `shownHeaders`. */
  readonly headers: readonly (string | undefined)[];
  readonly body: string;
  /** HTTP status; 0 if a scenario closed the connection without a response. */
  readonly status: number;
  readonly response: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly refusal: Refusal | undefined;
  /** The check that ended the request early, if one did. */
  readonly endedBy: string | undefined;
  readonly explanation: string | undefined;
  /** About how many characters it holds. */
  readonly characters: number;
}

/** Maximum length of a stored text; the rest is cut off. */
export const charactersMax = 4_000;

/** Estimate for the headers of the response, the refusal and the object itself. */
const otherCharacters = 1_000;

/** Headers that are safe to show: no keys, signatures or identity numbers. */
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

const noResponse = { status: 0, body: undefined };

export const recordRequest = (exchange: FinishedExchange, number: number): RecordedRequest => {
  const { context, response = noResponse, respondedAt } = exchange;
  const { headers = {}, refusal, explanation } = exchange as Partial<HandledRequest>;
  const { received } = context;
  const target = shorten(received.target);
  const shown = shownHeaders.map((name) => shorten(context.header(name)));
  const body = context.bodyText === "" ? decodeBody(received.rawBody) : shorten(context.bodyText);
  const sent = shorten(response.body ?? "");
  const texts = [target, body, sent, ...shown];
  return {
    number,
    receivedAt: received.receivedAt,
    respondedAt,
    operation: context.operation.id,
    tpp: context.knownTpp?.name,
    worldId: context.knownTpp?.worldId,
    certificate: context.knownTpp === undefined ? shorten(certificateName(context)) : undefined,
    fingerprint: fingerprintOf(context),
    scenario: context.scenario,
    method: received.method,
    target,
    headers: shown,
    body,
    status: response.status,
    response: sent,
    responseHeaders: headers,
    warnings: context.warnings,
    refusal,
    endedBy: context.endedBy,
    explanation,
    characters: texts.reduce((sum, text) => sum + (text?.length ?? 0), otherCharacters),
  };
};

const certificateName = ({ knownCertificate }: HandledRequest["context"]): string | undefined =>
  knownCertificate?.organizationName ?? knownCertificate?.commonName;

export const storeUnrouted = (request: UnroutedRequest, number: number): RecordedRequest => {
  const { method, target, response, refusal, at } = request;
  return {
    number,
    receivedAt: at,
    respondedAt: at,
    operation: `${method} ${target}`,
    tpp: undefined,
    worldId: undefined,
    certificate: undefined,
    fingerprint: fingerprintHeader(request.certificate),
    scenario: undefined,
    method,
    target,
    headers: [],
    body: "",
    status: response.status,
    response: response.body ?? "",
    responseHeaders: response.headers ?? {},
    warnings: [],
    refusal,
    endedBy: undefined,
    explanation: undefined,
    characters: target.length + (response.body?.length ?? 0) + otherCharacters,
  };
};

/** Shortens a text to a copy, because a slice of a string keeps the whole string in memory. */
const shorten = <T extends string | undefined>(text: T): T | string =>
  text === undefined || text.length <= charactersMax
    ? text
    : Buffer.from(text.slice(0, charactersMax)).toString();

/** Decodes a body that was never read as JSON. */
const decodeBody = (bytes: Uint8Array): string =>
  bytes.length === 0 ? "" : Buffer.from(bytes.subarray(0, charactersMax)).toString("utf8");
