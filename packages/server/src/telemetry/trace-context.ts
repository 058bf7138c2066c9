import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A position in a trace, as the headers of W3C Trace Context carry it. */
export interface TraceContext {
  readonly traceId: string;
  /** The span that becomes the parent of the next one. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** The header tracestate; "" if there is none. */
  readonly state: string;
}

const parentCharactersMax = 512;
const parentForm =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const sampledFlag = 1;

const stateCharactersMax = 512;
const stateMembersMax = 32;
const stateMember =
  /^([a-z0-9][a-z0-9_*/-]{0,255}(?:@[a-z][a-z0-9_*/-]{0,13})?)=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;

/**
 * Reads traceparent and tracestate. Callers are strangers, so a malformed traceparent counts as
 * missing, and a malformed tracestate is dropped. Baggage is not read at all.
 */
export const readTraceContext = (headers: IncomingHttpHeaders): TraceContext | undefined => {
  const { traceparent, tracestate } = headers;
  // Node joins repeated headers with a comma, which no valid traceparent contains.
  if (typeof traceparent !== "string" || traceparent.length > parentCharactersMax) return undefined;
  const [, version, traceId = "", spanId = "", flags = "", more] =
    parentForm.exec(traceparent) ?? [];
  if (version === undefined || (version === "00" && more !== undefined)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & sampledFlag) !== 0;
  return { traceId, spanId, isSampled, state: readState(tracestate) };
};

const readState = (header: string | readonly string[] | undefined): string => {
  if (typeof header !== "string" || header.length > stateCharactersMax) return "";
  const members = header.split(",").map((member) => member.trim());
  const filled = members.filter((member) => member !== "");
  const keys = filled.map((member) => stateMember.exec(member)?.[1]);
  const isValid = !keys.includes(undefined) && new Set(keys).size === keys.length;
  return isValid && filled.length <= stateMembersMax ? filled.join(",") : "";
};

/** Returns the headers that continue a trace in another system. */
export const formatTraceContext = ({
  traceId,
  spanId,
  isSampled,
  state,
}: TraceContext): Readonly<Record<string, string>> => ({
  traceparent: `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`,
  ...(state !== "" && { tracestate: state }),
});

export const newTraceId = (): string => randomBytes(16).toString("hex");

export const newSpanId = (): string => randomBytes(8).toString("hex");
