import crypto from "node:crypto";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { DroppedRequest, HandledRequest, Refusal, Sca, ScaFault } from "@varde/bank";
import type { RemittanceForm, RequestFact, ScaFact } from "@varde/conformance/client";
import {
  coveredHeadersMissing,
  isInvalid,
  isRecord,
  kidCheckDigit,
  parseDateHeader,
} from "@varde/protocol";

type Context = HandledRequest["context"];
/** A finished request; without a response if its connection was closed. */
export type FinishedExchange = HandledRequest | (DroppedRequest & { readonly response?: never });

const targetCharactersMax = 240;
const headerCharactersMax = 100;
const fingerprintCharacters = 16;
const faultsMax = 5;

/**
 * Returns the start of the SHA-256 of the certificate in the header. A request that was refused
 * before its certificate was read has one too, so that its sender is still known.
 */
export const fingerprintOf = ({ knownCertificate, received }: Context): string | undefined => {
  if (knownCertificate !== undefined) return shortFingerprint(knownCertificate.fingerprint);
  return fingerprintHeader(received.headers.get("tpp-signature-certificate"));
};

/** Returns the start of the SHA-256 of a TPP-Signature-Certificate header, if it has a value. */
export const fingerprintHeader = (header: string | undefined): string | undefined =>
  header === undefined || header === ""
    ? undefined
    : shortFingerprint(crypto.hash("sha256", Buffer.from(header, "base64"), "hex"));

export const shortFingerprint = (fingerprint: string): string =>
  fingerprint.slice(0, fingerprintCharacters);

let connections = 0;
const connectionNumbers = new WeakMap<Socket, number>();

const numberConnection = (socket: Socket): number => {
  const known = connectionNumbers.get(socket);
  if (known !== undefined) return known;
  connections += 1;
  connectionNumbers.set(socket, connections);
  return connections;
};

/**
 * Describes a request and its response for the judge of clients. All facts have the same fields in
 * the same order, because V8 makes and compares such objects several times faster.
 */
export const describeRequest = (exchange: FinishedExchange, number: number): RequestFact => {
  const { context, respondedAt } = exchange;
  const { received, knownCertificate, knownSignature, operation } = context;
  const { receivedAt, socket, headers } = received;
  const header = (name: string) => headers.get(name)?.slice(0, headerCharactersMax);
  const { refusal, response, headers: sentHeaders } = exchange as Partial<HandledRequest>;
  const { status = 0, body = "" } = response ?? {};
  const start = body.slice(0, searchedCharacters);
  const payment = describePayment(context.body);
  return {
    kind: "request",
    number,
    at: receivedAt,
    worldAt: context.knownNow ?? receivedAt,
    ms: respondedAt - receivedAt,
    operation: operation.id,
    target: received.target.slice(0, targetCharactersMax),
    status,
    refusedBy: context.endedBy,
    scenario: context.scenario,
    certificate: fingerprintOf(context),
    certificateUntil: knownCertificate?.notAfter,
    isVerified: context.knownTpp !== undefined,
    isDeprecated: operation.deprecation === undefined ? undefined : true,
    connection: numberConnection(socket),
    tls: (socket as Partial<TLSSocket>).getProtocol?.() ?? undefined,
    algorithm: knownSignature?.algorithm,
    covers: knownSignature?.headers.join(" "),
    uncovered: knownSignature && listUncovered(knownSignature.headers, headers),
    tolerated: knownSignature && (context.toleratedForms.join(" ") || undefined),
    dateSkewMs: measureSkew(headers.get("date"), receivedAt),
    requestId: header("x-request-id"),
    digest: headers.get("digest")?.slice(0, "SHA-256=".length + fingerprintCharacters),
    asksSignature: headers.has("accept-signature") || undefined,
    userAgent: header("user-agent"),
    psuUserAgent: header("psu-user-agent"),
    psuId: header("psu-id"),
    psuIp: header("psu-ip-address"),
    session: header("tpp-session-id"),
    corporateId: header("psu-corporate-id"),
    sentIdentity: headers.has("x-psu-identity") || undefined,
    context: context.psu?.context ?? context.session?.context,
    redirectUri: header("tpp-redirect-uri"),
    acceptFix: header("x-accept-fix"),
    amount: payment.amount,
    remittance: payment.remittance,
    hasScaLink: refusal?.scaRedirect !== undefined || start.includes('"scaRedirect"') || undefined,
    next: findNextLink(start, body),
    createdId: status === 201 ? createdField.exec(start)?.[1] : undefined,
    transactionStatus: statusField.exec(start)?.[1],
    retryAfter: readRetryAfter(sentHeaders),
    faults: refusal && listFaults(refusal),
  };
};

const listUncovered = (
  names: readonly string[],
  headers: Context["received"]["headers"],
): string | undefined => coveredHeadersMissing(names, headers).join(" ") || undefined;

const measureSkew = (header: string | undefined, receivedAt: number): number | undefined => {
  const date = parseDateHeader(header ?? "");
  return isInvalid(date) ? undefined : date - receivedAt;
};

type Fields = Readonly<Record<string, unknown>>;
const amountCharactersMax = 30;

const noPayment: Pick<RequestFact, "amount" | "remittance"> = {};

/** Describes a payment by its amount and the form of its remittance information. */
const describePayment = (body: unknown): typeof noPayment => {
  if (!isRecord(body) || !("instructedAmount" in body)) return noPayment;
  const { instructedAmount } = body;
  // The body may have any form: the bank has refused it then, and it is recorded all the same.
  const { amount, currency } = isRecord(instructedAmount) ? instructedAmount : {};
  return {
    amount: `${describeValue(amount)} ${describeValue(currency)}`,
    remittance: findRemittanceForm(body),
  };
};

const describeValue = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, amountCharactersMax) : typeof value;

const findRemittanceForm = (body: Fields): RemittanceForm | undefined => {
  if (body.remittanceInformationStructuredArray !== undefined) return "structured";
  if (body.remittanceInformationStructured !== undefined) return "single-object";
  const text = body.remittanceInformationUnstructured;
  if (typeof text !== "string") return undefined;
  return isKid(text.trim()) ? "kid-as-text" : "text";
};

/** Returns whether a text is a customer identification number by its check digit. */
const isKid = (text: string): boolean =>
  /^[0-9]{5,25}$/.test(text) && kidCheckDigit(text.slice(0, -1), 10) === text.at(-1);

const nextLink = /"next":\{"href":"([^"]{1,400})"/;
const statusField = /"transactionStatus":"(\w{4,8})"/;
const createdField = /"(?:paymentId|basketId|consentId)":"([\w-]{1,60})"/;
/** Links and ids are at the start or at the end of a body. */
const searchedCharacters = 2_000;

const findNextLink = (start: string, body: string): string | undefined => {
  const found = nextLink.exec(start);
  if (found !== null || body.length <= searchedCharacters) return found?.[1];
  return nextLink.exec(body.slice(-searchedCharacters))?.[1];
};

const readRetryAfter = (headers: HandledRequest["headers"] | undefined): number | undefined => {
  const seconds = headers?.["retry-after"];
  return seconds === undefined ? undefined : Number(seconds);
};

const listFaults = ({ violations }: Refusal): readonly string[] =>
  violations
    .slice(0, faultsMax)
    .map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));

/** Describes the end of an SCA. */
export const describeSca = (
  sca: Sca,
  fault: ScaFault | undefined,
  { number, at }: Pick<ScaFact, "number" | "at">,
): ScaFact => ({
  kind: "sca",
  number,
  at,
  worldAt: sca.touchedAt,
  outcome: fault?.code ?? "approved",
  subjectKind: sca.subjectKind,
  subjectId: sca.subjectId,
  session: sca.sessionId,
  person: sca.personId,
  isNamed: sca.expectedPersonId !== undefined,
  context: sca.context,
  scenario: fault?.scenario,
});
