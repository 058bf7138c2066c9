import type { AccountId, HandledRequest, Sca, ScaFault, UnroutedRequest } from "@varde/bank";
import { headerNames, toleratedForms } from "@varde/protocol";
import { type FinishedExchange, fingerprintHeader, fingerprintOf } from "./describe-request.ts";

/** A request of a TPP with its response, as received. */
export interface RequestStep {
  readonly kind: "request";
  readonly number: number;
  /** Time of the world; undefined if the TPP was not identified. */
  readonly at: number | undefined;
  /** Time of the machine. */
  readonly receivedAt: number;
  readonly ms: number;
  readonly method: string;
  readonly target: string;
  /** Headers that the interface knows, with one character per byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes, as characters of Latin-1. */
  readonly body: string;
  readonly fingerprint: string | undefined;
  /** Why a replay cannot send the same request; undefined if it can. */
  readonly unrepeatable: string | undefined;
  /** HTTP status; 0 if a scenario closed the connection without a response. */
  readonly status: number;
  /** Undefined for a list that was sent in pieces. */
  readonly response: string | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
}

/** The end of an SCA, in whatever way the PSU got there. */
export interface ScaStep {
  readonly kind: "sca";
  readonly number: number;
  at: number | undefined;
  readonly receivedAt: number;
  readonly sca: Sca;
  readonly fault: ScaFault | undefined;
  readonly accountIds: readonly AccountId[] | undefined;
}

/** A call of the control API that changed the world. */
export interface ControlStep {
  readonly kind: "control";
  readonly number: number;
  /** Time of the world before the call. */
  readonly at: number | undefined;
  readonly receivedAt: number;
  readonly method: string;
  /** Path with its parameters, after /control/v1. */
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly response: string;
}

export type JournalStep = RequestStep | ScaStep | ControlStep;

/** Headers that a request is recorded with. Others mean nothing to the bank. */
const recordedHeaders: readonly string[] = [
  ...headerNames,
  "accept",
  "accept-signature",
  "content-type",
  "psu-user-agent",
];

/** Returns whether a header would be recorded. */
export const isRecorded = (name: string): boolean => recordedHeaders.includes(name);

const signingParts: ReadonlySet<string> = new Set([
  "Date",
  "Digest",
  "Signature",
  "TPP-Signature-Certificate",
]);

/** Reads a request that an operation has handled. */
export const readRequest = (exchange: FinishedExchange, number: number): RequestStep => {
  const { context, respondedAt } = exchange;
  const { headers: responseHeaders = {}, response } = exchange as Partial<HandledRequest>;
  const { received } = context;
  const { headers } = received;
  return {
    kind: "request",
    number,
    at: context.knownNow,
    receivedAt: received.receivedAt,
    ms: respondedAt - received.receivedAt,
    method: received.method,
    target: received.target,
    headers: recordedHeaders.flatMap((name) => {
      const value = headers.raw(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
    body: Buffer.from(received.rawBody).toString("latin1"),
    fingerprint: fingerprintOf(context),
    unrepeatable: findUnrepeatable(context),
    status: response?.status ?? 0,
    response: response?.pieces === undefined ? (response?.body ?? "") : undefined,
    responseHeaders,
  };
};

const findUnrepeatable = ({
  received,
  toleratedForms: forms,
}: FinishedExchange["context"]): string | undefined => {
  if (received.isTooLarge) return "its body was too large to be read";
  if (received.headers.repeated.size > 0) return "a header was sent more than once";
  const form = forms.find((id) => signingParts.has(toleratedForms[id].where));
  return form && `its ${toleratedForms[form].where} header had ${toleratedForms[form].accepts}`;
};

/** Reads a request to an unknown path: it was refused before its headers were read. */
export const readUnrouted = (request: UnroutedRequest, number: number): RequestStep => ({
  kind: "request",
  number,
  at: undefined,
  receivedAt: request.at,
  ms: 0,
  method: request.method,
  target: request.target,
  headers: [],
  body: "",
  fingerprint: fingerprintHeader(request.certificate),
  unrepeatable: undefined,
  status: request.response.status,
  response: request.response.body ?? "",
  responseHeaders: request.response.headers ?? {},
});
