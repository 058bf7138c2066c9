import type { Exchange } from "@varde/bank";

/** How much of a body is shown. */
export const bodyCharactersMax = 4_000;

/** Headers that tell what was meant; keys, signatures and identity numbers are not among them. */
const shownHeaders = [
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

/** One exchange in words: what came in, what was answered, and why. */
export const presentExchange = (exchange: Exchange): object => {
  const { context, answer, refusal, explanation, answeredAt } = exchange;
  const { received } = context;
  return {
    at: new Date(received.receivedAt).toISOString(),
    ms: answeredAt - received.receivedAt,
    operation: context.operation.id,
    ...(context.knownTpp === undefined ? {} : { tpp: context.knownTpp.name }),
    request: {
      method: received.method,
      target: received.target.slice(0, bodyCharactersMax),
      headers: headersOf(exchange),
      ...bodyOf(Buffer.from(received.rawBody.subarray(0, bodyCharactersMax)).toString("utf8")),
    },
    answer: { status: answer.status, ...bodyOf((answer.body ?? "").slice(0, bodyCharactersMax)) },
    ...(context.warnings.length === 0 ? {} : { warnings: context.warnings }),
    ...(refusal === undefined
      ? {}
      : {
          why: {
            ...(refusal.stage === undefined ? {} : { check: refusal.stage }),
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

const headersOf = ({ context }: Exchange): object =>
  Object.fromEntries(
    shownHeaders.flatMap((name) => {
      const value = context.header(name);
      return value === undefined ? [] : [[name, value.slice(0, bodyCharactersMax)]];
    }),
  );

const bodyOf = (text: string): object => (text === "" ? {} : { body: withoutSecrets(text) });

/** Who is whom and the way into an SCA stay with those they belong to. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/("(?:customerNumber|customer|owner)"\s*:\s*")[0-9]+(")/g, "$1…$2")
    .replace(/(\/sca\/)[\w-]+/g, "$1…");
