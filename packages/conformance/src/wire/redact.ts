import { findOperation, isRecord } from "@varde/protocol";
import { type Exchange, type HeaderLine, headerOf, linkOf } from "./exchange.ts";

/** Removes what a report must not show. Every writer gets its data through one. */
export interface Redactor {
  /** Replaces a value by a label in everything that is written from now on. */
  hide(value: string | undefined, label: string): void;
  /** Finds the PSU-IDs, sessions, SCA links and accounts of an exchange. Called when it is sent. */
  learn(exchange: Exchange): void;
  text(text: string): string;
  exchange(exchange: Exchange): Exchange;
}

const shownCharacters = 12;
const cutHeaders = new Set([
  "signature",
  "tpp-signature-certificate",
  "aspsp-signature-certificate",
  "authorization",
  "cookie",
  "set-cookie",
]);

const cut = (value: string): string =>
  value.length <= shownCharacters ? value : `${value.slice(0, shownCharacters)}…`;

/**
 * Makes a redactor. PSU-IDs and the values of the configuration become labels, SCA links and
 * signatures are cut, and bodies of account operations are reduced to the names and types of their
 * fields, unless `showsData` is set.
 */
export const createRedactor = ({ showsData = false }: { showsData?: boolean } = {}): Redactor => {
  const labels = new Map<string, string>();
  const counts = new Map<string, number>();
  const hide: Redactor["hide"] = (value, label) => {
    // A short value would be found inside unrelated texts.
    if (value === undefined || value.length < 4 || labels.has(value)) return;
    for (const form of listForms(value)) labels.set(form, label);
  };
  const numbered = (value: string | undefined, kind: string): void => {
    if (value === undefined || value.length < 4 || labels.has(value)) return;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    hide(value, `${kind}-${count}`);
  };
  const learn: Redactor["learn"] = (exchange) => {
    numbered(headerOf(exchange.request, "psu-id"), "psu");
    numbered(headerOf(exchange.request, "psu-corporate-id"), "company");
    numbered(headerOf(exchange.request, "tpp-session-id"), "session");
    numbered(linkOf(exchange, "scaRedirect"), "sca-link");
    numbered(accountInPath.exec(exchange.request.target)?.[1], "account");
  };
  const text = (written: string): string => {
    let hidden = written;
    for (const [value, label] of labels) hidden = hidden.replaceAll(value, label);
    return hidden;
  };
  const headers = (lines: readonly HeaderLine[]): readonly HeaderLine[] =>
    lines.map(([name, value]) => [
      name,
      cutHeaders.has(name.toLowerCase()) ? cut(value) : text(value),
    ]);
  const exchange = (one: Exchange): Exchange => {
    const { request, response } = one;
    const isPrivate = !showsData && showsAccounts(request.method, request.target);
    return {
      ...one,
      request: {
        ...request,
        target: text(request.target),
        headers: headers(request.headers),
        body: request.body === undefined ? undefined : text(request.body),
      },
      response: response && {
        ...response,
        headers: headers(response.headers),
        body: isPrivate ? describeFields(response.body) : text(response.body),
      },
      fault: one.fault === undefined ? undefined : text(one.fault),
    };
  };
  return { hide, learn, text, exchange };
};

/** A bank may write an id in its own letter case, and an address in percent escapes. */
const listForms = (value: string): ReadonlySet<string> => {
  const text = value.toWellFormed();
  const cases = [value, value.toUpperCase(), value.toLowerCase()];
  return new Set([...cases, encodeURI(text), encodeURIComponent(text)]);
};

const accountInPath = /\/v1\/(?:card-)?accounts\/([^/?]+)/;

/** Returns whether the response shows accounts, people or test data. */
const showsAccounts = (method: string, target: string): boolean => {
  const operation = findOperation(method, target);
  if (operation === undefined) return /\/v1\/(?:card-)?accounts|\/v1\/users?\b/.test(target);
  return (
    ["accounts", "balances", "transactions", "identity"].includes(operation.accesses) ||
    operation.path.startsWith("/v1/sandbox/")
  );
};

/** Replaces every value of a JSON body by its type; refusals keep their messages. */
const describeFields = (body: string): string => {
  try {
    return JSON.stringify(typesIn(JSON.parse(body)));
  } catch {
    return body === "" ? "" : `(${Buffer.byteLength(body)} bytes)`;
  }
};

const shownFields = new Set(["tppMessages"]);

const typesIn = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.length === 0
      ? []
      : [typesIn(value[0]), ...(value.length > 1 ? [`… ${value.length} in all`] : [])];
  }
  if (!isRecord(value)) return value === null ? "null" : typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      shownFields.has(name) ? each : typesIn(each),
    ]),
  );
};
