import type { LoggedExchange } from "@varde/protocol";
import { type RecordedRequest, shownHeaders } from "./recorded-request.ts";

/** Formats a recorded request: the request, its response, and the reason of a refusal. */
export const presentExchange = (exchange: RecordedRequest): LoggedExchange => {
  const { receivedAt, respondedAt, operation, tpp, worldId, warnings, refusal, explanation } =
    exchange;
  return {
    exchangeId: String(exchange.number),
    at: new Date(receivedAt).toISOString(),
    ms: respondedAt - receivedAt,
    operation,
    ...(tpp === undefined ? {} : { tpp }),
    ...(worldId === undefined ? {} : { worldId }),
    ...(exchange.certificate !== undefined && { certificate: exchange.certificate }),
    request: {
      method: exchange.method,
      target: exchange.target,
      headers: headersOf(exchange),
      ...bodyOf(exchange.body),
    },
    ...(exchange.scenario !== undefined && { scenario: exchange.scenario }),
    response: {
      status: exchange.status,
      headers: exchange.responseHeaders,
      ...bodyOf(exchange.response),
    },
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(refusal === undefined
      ? {}
      : {
          why: {
            ...(refusal.stage === undefined ? {} : { check: refusal.stage }),
            ...(exchange.endedBy === undefined ? {} : { refusedBy: exchange.endedBy }),
            faults: refusal.violations.map(({ code, path, text }) => ({
              code,
              ...(path === undefined ? {} : { path }),
              text,
            })),
            ...(refusal.logReason === undefined ? {} : { reason: refusal.logReason }),
            ...(explanation === undefined ? {} : { explanation }),
          },
        }),
  };
};

const headersOf = ({ headers }: RecordedRequest): Record<string, string> =>
  Object.fromEntries(
    shownHeaders.flatMap((name, at) => {
      const value = headers[at];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const bodyOf = (text: string): { readonly body?: string } =>
  text === "" ? {} : { body: withoutSecrets(text) };

/** Removes customer numbers and the secrets of SCA links. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/("(?:customerNumber|customer|owner)"\s*:\s*")[0-9]+(")/g, "$1…$2")
    .replace(/(\/sca\/)[\w-]+/g, "$1…");
