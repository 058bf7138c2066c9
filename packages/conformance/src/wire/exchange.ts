import { isRecord } from "@varde/protocol";

/** A header as it is sent or received; a name may occur several times. */
export type HeaderLine = readonly [name: string, value: string];

/** A request as it was sent, byte for byte. */
export interface SentRequest {
  readonly method: string;
  /** Path with query, as sent: it starts with the bank's path prefix. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string | undefined;
  /** False if Host was left out. */
  readonly hasHost?: boolean;
}

/** The response of the bank. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
}

/** A request with its response, as the reports show it. */
export interface Exchange {
  /** Counts from 1 in the order in which the requests were sent. */
  readonly number: number;
  /** The id of the check that sent it. */
  readonly check: string;
  readonly startedAt: number;
  readonly ms: number;
  readonly request: SentRequest;
  /** Absent if the connection failed or the bank took too long. */
  readonly response: ReceivedResponse | undefined;
  /** The network error, if there is no response. */
  readonly fault: string | undefined;
}

/** Returns the status of the response; 0 if there is none. */
export const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

/** Returns whether the bank did what was asked. */
export const isAccepted = (exchange: Exchange): boolean =>
  statusOf(exchange) >= 200 && statusOf(exchange) < 300;

/** Returns whether the bank refused the request as the caller's mistake. */
export const isRefused = (exchange: Exchange): boolean =>
  statusOf(exchange) >= 400 && statusOf(exchange) < 500;

/** Returns the first value of a header. Names are compared without letter case. */
export const headerOf = (
  message: Pick<SentRequest, "headers"> | undefined,
  name: string,
): string | undefined =>
  message?.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

/** Returns the body of the response, parsed; undefined if it is not JSON. */
export const jsonOf = ({ response }: Exchange): unknown => {
  try {
    return JSON.parse(response?.body ?? "");
  } catch {
    return undefined;
  }
};

/** Returns a value inside the body of the response, by the names on the way to it. */
export const valueAt = (exchange: Exchange, ...steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>(
    (value, step) =>
      isRecord(value) || Array.isArray(value)
        ? (value as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    jsonOf(exchange),
  );

/** Returns a text inside the body of the response. */
export const textAt = (
  exchange: Exchange,
  ...steps: readonly (string | number)[]
): string | undefined => {
  const value = valueAt(exchange, ...steps);
  return typeof value === "string" ? value : undefined;
};

/** Returns the address of a link of the response. */
export const linkOf = (exchange: Exchange, name: string): string | undefined =>
  textAt(exchange, "_links", name, "href");

/** Returns the code of the first message of a refusal. */
export const codeOf = (exchange: Exchange): string | undefined =>
  textAt(exchange, "tppMessages", 0, "code");

/** Returns the path of the first message of a refusal: a JSON pointer or the name of a header. */
export const pathOf = (exchange: Exchange): string | undefined =>
  textAt(exchange, "tppMessages", 0, "path");

const wordCharactersMax = 200;

/** Describes a response in a few words, like "400 FORMAT_ERROR /creditorName". */
export const describeResponse = (exchange: Exchange): string => {
  if (exchange.response === undefined) return `no response (${exchange.fault})`;
  const words = [exchange.response.status, codeOf(exchange), pathOf(exchange)];
  // The bank may have written anything there, of any length.
  const shown = words.filter((word) => word !== undefined).map((word) => String(word));
  return shown.map((word) => word.slice(0, wordCharactersMax)).join(" ");
};
